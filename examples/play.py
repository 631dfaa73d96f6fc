"""Plays Wordle from a pattern table. Needs only NumPy.

    engine patterns --rule wordle --out wordle.npy
    python3 examples/play.py wordle.npy those     # plays by itself until it finds "those"
    python3 examples/play.py wordle.npy           # helps you: type the marks that your game shows

Each guess is the one that splits the remaining words into the most groups. Among equal guesses, one that may be
the solution comes first, then the order of the list. A table for Word Peaks works in the same way.
"""

import json
import sys

import numpy as np

ROWS_AT_A_TIME = 512  # the table may be larger than memory


def most_splits(table, patterns, left, is_candidate):
    """The row of the guess that has the most different of `patterns` patterns in the columns `left`."""
    splits = np.empty(len(table), int)
    for first in range(0, len(table), ROWS_AT_A_TIME):
        codes = table[first : first + ROWS_AT_A_TIME][:, left]
        seen = np.zeros((len(codes), patterns), bool)
        np.put_along_axis(seen, codes.astype(np.intp), True, axis=1)
        splits[first : first + len(codes)] = seen.sum(axis=1)
    return np.lexsort((~is_candidate, -splits))[0]


def ask_marks(guess, meanings):
    """Asks for the marks of a guess, one digit 0, 1 or 2 for each letter, and returns their code."""
    legend = ", ".join(f"{mark} {meaning}" for mark, meaning in enumerate(meanings))
    while True:
        typed = input(f"{guess}: its marks ({legend})? ").strip()
        if len(typed) == len(guess) and set(typed) <= set("012"):
            return sum(int(mark) * 3**position for position, mark in enumerate(typed))


def play(path, solution=None):
    table = np.load(path, mmap_mode="r")  # nothing is read before it is needed
    with open(path + ".json") as file:
        about = json.load(file)
    guesses, solutions = np.array(about["guesses"]), np.array(about["solutions"])
    if solution is not None and solution not in about["solutions"]:
        sys.exit(f"{solution} is not among the {len(solutions)} solutions")
    length = len(guesses[0])
    left = np.arange(len(solutions))
    code = None
    while code != about["solved_code"]:
        row = most_splits(table, 3**length, left, np.isin(guesses, solutions[left]))
        if solution is None:
            code = ask_marks(guesses[row], about["marks"])
        else:
            code = table[row, np.flatnonzero(solutions == solution)[0]]
        left = left[table[row, left] == code]
        marks = "".join(str(code // 3**position % 3) for position in range(length))
        print(guesses[row], marks, f"{len(left)} left:", *solutions[left[:10]])
        if len(left) == 0:
            sys.exit("no solution has these marks")


if __name__ == "__main__":
    play(*sys.argv[1:3])
