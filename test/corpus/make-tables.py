"""Lists as Python's csv writes them, in the ways in which programs differ.

make-tables.py SEED COUNT FOLDER writes FOLDER/N.csv and prints, as JSON, the rows of each, trimmed as a list is.
"""

import csv
import io
import json
import random
import sys

CELLS = ["SHP-{n}", "{n:07d}", "REF/{n}", "{n},5", "a; b {n}", 'a 12" pipe {n}', '"{n}"', "Größe {n}", "x | {n}", "1E{n}", "",
         "two\nlines {n}", "Ålesund Fisk, {n}", "it's {n}", " {n} ", "漢字{n}"]
WESTERN = [cell for cell in CELLS if cell.isascii() or "漢" not in cell]
HEADINGS = ["Shipment ref", "Customer", "Vessel", "Remark", "Weight (MT)"]


def make_table(chance):
    width, height = chance.randrange(2, 6), chance.randrange(3, 25)
    encoding = chance.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"])
    cells = WESTERN if encoding == "cp1252" else CELLS
    cell = lambda: chance.choice(cells).format(n=chance.randrange(1, 10 ** 6))
    rows = [[cell() for _ in range(width)] for _ in range(height)]
    # The last cell is filled: how wide the table is, is then seen in each row.
    rows = [row[:-1] + [row[-1].strip() or "x"] for row in rows]
    if chance.random() < 0.7:
        rows.insert(0, HEADINGS[:width])
    text = io.StringIO()
    ends = chance.choice(["\r\n", "\n", "\r"])
    # It leaves a line feed without quotes where lines end otherwise: no reader can tell that from the end of a line.
    quoting = csv.QUOTE_ALL if ends == "\r" else chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    writer = csv.writer(text, delimiter=chance.choice(",;\t|"), lineterminator=ends, quoting=quoting)
    writer.writerows(rows)
    written = text.getvalue()
    if chance.random() < 0.2:
        written = written.rstrip("\r\n")
    return written.encode(encoding), rows


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    expected = []
    for at in range(count):
        written, rows = make_table(random.Random(f"{seed} {at}"))
        with open(f"{folder}/{at}.csv", "wb") as file:
            file.write(written)
        expected.append([[cell.strip() for cell in row] for row in rows])
    json.dump(expected, sys.stdout)


main()
