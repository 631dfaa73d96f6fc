"""The table of `engine patterns --rule wordle` by NumPy broadcasting, timed: numpy_patterns.py TABLE.npy.

Makes every pattern of TABLE.npy again from the words beside it, some guesses at a time, writes the
table to a temporary file, and compares.
"""

import json
import sys
import tempfile
import time

import numpy as np

GUESSES_AT_A_TIME = 64


def patterns(guesses, solutions):
    """Codes of guesses on solutions, both arrays of letters: a row a word."""
    codes = np.zeros((len(guesses), len(solutions)), np.uint8)
    right = guesses[:, None, :] == solutions[None, :, :]
    # spare[g, s, place]: the solution's letter there is not used up by a mark yet.
    spare = ~right
    for place in range(5):
        codes += right[:, :, place] * np.uint8(2 * 3**place)
    for place in range(5):
        # A letter that is not right is marked by the first spare copy of it in the solution.
        waiting = ~right[:, :, place]
        for other in range(5):
            if other == place:
                continue
            same = guesses[:, None, place] == solutions[None, :, other]
            taken = waiting & spare[:, :, other] & same
            codes += taken * np.uint8(3**place)
            spare[:, :, other] &= ~taken
            waiting &= ~taken
    return codes


path = sys.argv[1]
with open(path + ".json") as file:
    about = json.load(file)
guesses, solutions = (
    np.array([[ord(letter) for letter in word] for word in about[name]], np.uint8)
    for name in ("guesses", "solutions")
)
ours = np.load(path, mmap_mode="r")
computing = writing = 0.0
with tempfile.NamedTemporaryFile(dir=".") as file:
    for first in range(0, len(guesses), GUESSES_AT_A_TIME):
        started = time.perf_counter()
        codes = patterns(guesses[first : first + GUESSES_AT_A_TIME], solutions)
        made = time.perf_counter()
        file.write(codes)
        computing += made - started
        writing += time.perf_counter() - made
        assert (codes == ours[first : first + GUESSES_AT_A_TIME]).all()
size = len(guesses) * len(solutions)
print(f"{size:,} patterns: {computing:.2f} s to make ({size / computing / 1e6:.0f} million a second), ", end="")
print(f"{writing:.2f} s to write")
