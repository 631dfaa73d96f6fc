"""Reads a table as its users do and compares it with the oracle: read_table.py TABLE RULE PATTERNS.

PATTERNS is how many patterns to compare, spread over the table, or `all`.
"""

import json
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from oracle import RULES

path, rule, patterns = sys.argv[1:]
form = path.rsplit(".", 1)[1]
if form in ("npy", "raw"):
    with open(path + ".json") as file:
        about = json.load(file)
    guesses, solutions = about["guesses"], about["solutions"]
if form == "npy":
    table = np.load(path, mmap_mode="r", allow_pickle=False)
    assert isinstance(table, np.memmap) and table.offset % 64 == 0, table.offset
    with open(path, "rb") as file:
        assert np.lib.format.read_magic(file) == (1, 0)
elif form == "raw":
    table = np.fromfile(path, about.get("dtype", "u1")).reshape(about["shape"])
elif form == "npz":
    arrays = np.load(path, allow_pickle=False)
    assert set(arrays) == {"about", "guesses", "patterns", "solutions"}, list(arrays)
    about = json.loads(arrays["about"].item())
    table, guesses, solutions = arrays["patterns"], arrays["guesses"], arrays["solutions"]
    assert guesses.dtype == solutions.dtype == f"<U{about['lists']['length']}"
    guesses, solutions = guesses.tolist(), solutions.tolist()
else:
    columns = pq.read_table(path)
    about = json.loads(columns.schema.metadata[b"wordgame-engine"])
    assert columns.column_names[0] == "guess_word"
    codes = pa.uint16() if "dtype" in about else pa.uint8()
    assert columns.schema.types == [pa.string()] + [codes] * (columns.num_columns - 1)
    guesses, solutions = columns["guess_word"].to_pylist(), columns.column_names[1:]
    table = np.column_stack([columns[word].to_numpy() for word in solutions])

assert about.get("dtype", "|u1") == ("<u2" if about["lists"]["length"] > 5 else "|u1"), about
assert table.dtype == about.get("dtype", "u1") and table.flags.c_contiguous, table.dtype
assert table.shape == (len(guesses), len(solutions)) == tuple(about["shape"]), table.shape
assert about["rule"] == rule and len(about["marks"]) == 3, about
assert len(about["lists"]["guesses"]["sha256"]) == 64, about["lists"]

step = 1 if patterns == "all" else max(table.size // int(patterns), 1)
for pattern in range(0, table.size, step):
    row, column = divmod(pattern, len(solutions))
    guess, solution = guesses[row], solutions[column]
    right = RULES[rule](guess, solution)
    assert table[row, column] == right, (guess, solution, table[row, column], right)
    if guess == solution:
        assert right == about["solved_code"]
print(len(guesses), len(solutions))
