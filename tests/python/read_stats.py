"""Compares figures with those counted from a table: read_stats.py TABLE.npy STATS.csv STATS.parquet."""

import csv
import json
import sys

import numpy as np
import pyarrow.parquet as pq

path, csv_path, parquet_path = sys.argv[1:]
table = np.load(path)
with open(path + ".json") as file:
    about = json.load(file)
with open(csv_path, newline="") as file:
    rows = list(csv.DictReader(file))
columns = pq.read_table(parquet_path)

assert columns.column_names == list(rows[0])
types = {"rank": "uint32", "guess": "string", "candidate": "bool", "splits": "uint32", "largest": "uint32",
         "expected": "double", "entropy": "double", "singletons": "uint32", "win_in_two": "double",
         "sum_squares": "uint64"}  # fmt: skip
assert [str(kind) for kind in columns.schema.types] == list(types.values()), columns.schema
for ours, row in zip(columns.to_pylist(), rows, strict=True):
    told = {name: str(value).lower() if isinstance(value, bool) else value for name, value in ours.items()}
    assert all(type(value)(row[name]) == value for name, value in told.items()), (ours, row)

n = len(about["solutions"])
assert [row["guess"] for row in rows] == about["guesses"]
for codes, row in zip(table, columns.to_pylist(), strict=True):
    sizes = np.bincount(codes)
    sizes = sizes[sizes > 0]
    assert row["splits"] == len(sizes) and row["largest"] == sizes.max(), row
    assert row["singletons"] == (sizes == 1).sum() and row["sum_squares"] == (sizes**2).sum(), row
    assert row["candidate"] == (row["guess"] in about["solutions"]), row
    bits = np.log2(n) - (sizes * np.log2(sizes)).sum() / n
    assert abs(row["entropy"] - bits) < 1e-7, row
    assert abs(row["expected"] - (sizes**2).sum() / n) < 1e-9, row
    assert abs(row["win_in_two"] - len(sizes) / n) < 1e-12, row
ranked = sorted(range(len(table)), key=lambda row: columns["rank"][row].as_py())
splits = columns["splits"].to_numpy()[ranked]
assert (np.diff(splits.astype(int)) <= 0).all()
print(len(rows))
