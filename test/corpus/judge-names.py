"""Hostile names, and what Python's own rules of Windows say of the names that were made of them.

judge-names.py SEED COUNT prints hostile texts as JSON; judge-names.py FILE prints, as JSON, what is wrong with the names in FILE.
"""

import json
import pathlib
import random
import sys
import unicodedata

PIECES = [*'<>:"/\\|?*', "\0", "\n", "\x7f", "\u202e", "\u200d", "\u00a0", "\u3000", "\u0301", "ß", "İ", "ﬁ", "😀", "漢",
          "／", "：", " ", ".", "..", "CON", "nul", "COM1", "LPT\u00b9", "AUX.", "~1", "%2e", "SHP-1", "é", "e\u0301", ".pdf"]


def make_names(seed, count):
    chance = random.Random(seed)
    piece = lambda: chance.choice(PIECES) if chance.random() < 0.8 else chr(chance.choice([chance.randrange(32, 0xD800), chance.randrange(0x10000, 0x20000)]))
    return ["".join(piece() for _ in range(chance.choice([0, 1, 2, 3, 5, 8, 200]))) for _ in range(count)]


def faults(name):
    if not name or name != name.strip() or name.endswith("."):
        return "empty, or begins or ends as no name does"
    if any(letter in '<>:"/\\|?*' or unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        return "a letter that Windows refuses"
    if pathlib.PureWindowsPath(name).is_reserved() or pathlib.PureWindowsPath(name).parts != (name,):
        return "a device, or more than one part"
    if len(name.encode("utf-8")) > 255 or len(name.encode("utf-16-le")) > 510:
        return "too long"
    return unicodedata.normalize("NFC", name) != name and "another normal form than disks keep" or None


if len(sys.argv) > 2:
    json.dump(make_names(sys.argv[1], int(sys.argv[2])), sys.stdout)
else:
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump([[name, faults(name)] for name in json.load(file) if faults(name)], sys.stdout)
