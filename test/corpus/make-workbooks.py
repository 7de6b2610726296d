"""Workbooks of openpyxl, put together anew in ways that other programs use, and what a spreadsheet shows of each.

make-workbooks.py SEED COUNT FOLDER writes FOLDER/N.xlsx and prints, as JSON, for each of them
{"rows": [[text]], "hidden": [row], "formulas": count, "damaged": true where its sums do not agree, "made": [how it was made]}.
What is shown is worked out here, by Python's own formatting; nothing of it is read back from a file.
"""

import datetime
import io
import json
import random
import re
import sys
import xml.etree.ElementTree as ET
import zipfile

import openpyxl
from openpyxl.utils.datetime import CALENDAR_MAC_1904

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"

TEXTS = ["SHP-{n}", "{n:07d}", "REF/{n}", "a & b <{n}>", "it's {n}", '"{n}"', "Größe {n}", "漢字{n}", "1E{n}", "12,{n}",
         "a;{n}", "TRUE{n}", "x\ty{n}", "ΑΒΓ-{n}", "{n}_x0041_", "{n}_x005F_x0041_", "😀{n}", "]]>{n}", "&amp;{n}"]

# openpyxl rounds long numbers; each stands in its files as one of these first.
LONG_NUMBER = 987_000_000_000

# What the format makes of a whole number.
NUMBER_FORMATS = {
    "General": str,
    "0": str,
    "@": str,
    "0000000": lambda n: f"{n:07d}",
    "0000000;@": lambda n: f"{n:07d}",
    '"SHP-"0000': lambda n: f"SHP-{n:04d}",
    "[$-407]0000000": lambda n: f"{n:07d}",
    "\\S\\H\\P0000": lambda n: f"SHP{n:04d}",
    "[Red]000000": lambda n: f"{n:06d}",
    "[Blue]00000;[Red]-00000": lambda n: f"{n:05d}",
    '0000" A"': lambda n: f"{n:04d} A",
    "0000-0000": lambda n: f"{n:08d}"[:-4] + "-" + f"{n:08d}"[-4:],
    "000000_)": lambda n: f"{n:06d}",
    '[>=0]"R"000000;General': lambda n: f"R{n:06d}",
    "0.00": lambda n: f"{n}.00",
}

DAY_FORMATS = {
    "yyyy-mm-dd": "%Y-%m-%d",
    "dd/mm/yyyy": "%d/%m/%Y",
    "dd\\.mm\\.yyyy": "%d.%m.%Y",
    "yyyymmdd": "%Y%m%d",
    "yyyy-mm-dd hh:mm:ss": "%Y-%m-%d %H:%M:%S",
    "dd/mm/yyyy hh:mm": "%d/%m/%Y %H:%M",
    'mm"/"dd"/"yy': "%m/%d/%y",
    "mm-dd-yy": "%Y-%m-%d",  # As each computer shows a day, so it is written in the one way that none mistakes.
}


def decoded(text):
    """Every spreadsheet reads _xHHHH_ as one letter."""
    return re.sub(r"_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), text)


def fill(cell, chance, long_numbers):
    """Gives the cell a value and a format; what is shown, and whether it is a formula without a result."""
    n = chance.randrange(1, 10 ** chance.randrange(1, 8))
    kind = chance.random()
    if kind < 0.35:
        text = chance.choice(TEXTS).format(n=n)
        cell.value = text
        return decoded(text).strip(), False
    if kind < 0.65:
        code = chance.choice(list(NUMBER_FORMATS))
        cell.value, cell.number_format = n, code
        return NUMBER_FORMATS[code](n), False
    if kind < 0.75:
        code = chance.choice(list(DAY_FORMATS))
        moment = datetime.datetime(chance.randrange(1905, 2100), chance.randrange(1, 13), chance.randrange(1, 29))
        if "h" in code:
            moment += datetime.timedelta(seconds=chance.choice([0, 1, 43199, 43200, 86399, chance.randrange(86400)]))
        cell.value, cell.number_format = moment, code
        return moment.strftime(DAY_FORMATS[code]), False
    if kind < 0.82:
        cell.value = LONG_NUMBER + len(long_numbers)
        long_numbers.append(str(chance.randrange(10 ** 15, 10 ** 20)))
        return long_numbers[-1], False
    if kind < 0.88:
        cell.value = chance.randrange(1, 10 ** 6) / 8
        return repr(cell.value).removesuffix(".0"), False
    if kind < 0.91:
        cell.value = chance.choice([True, False])
        return str(cell.value).upper(), False
    if kind < 0.93:
        cell.value = f"={n}+1"
        return "", True
    return "", False


def make_book(chance):
    book = openpyxl.Workbook()
    made = []
    if chance.random() < 0.3:
        book.epoch = CALENDAR_MAC_1904
        made.append("1904")
    sheet = book.active
    if chance.random() < 0.3:
        sheet.sheet_state = chance.choice(["hidden", "veryHidden"])
        sheet["A1"] = "in a sheet that nobody sees"
        sheet = book.create_sheet()
        book.active = 1
        made.append("second sheet")
    rows, hidden, formulas, long_numbers = [], [], 0, []
    for row in range(chance.randrange(1, 12)):
        shown = []
        for column in range(chance.randrange(1, 6)):
            text, is_formula = fill(sheet.cell(row + 1, column + 1), chance, long_numbers)
            formulas += is_formula
            shown.append(text)
        while len(shown) > 1 and shown[-1] == "":
            shown.pop()
        if chance.random() < 0.1 and shown != [""]:
            sheet.row_dimensions[row + 1].hidden = True
            hidden.append(row)
        rows.append(shown)
    while rows and rows[-1] == [""]:
        rows.pop()
    if not rows:
        sheet["A1"] = "SHP-1"
        rows.append(["SHP-1"])
    return book, rows, [row for row in hidden if row < len(rows)], formulas, long_numbers, made


def reserialized(part, chance, made):
    """The same XML with other prefixes, quotes and letters."""
    prefix = chance.choice(["", "x", "d3p1"])
    ET.register_namespace(prefix, MAIN)
    ET.register_namespace("q" if prefix else "r", RELATIONS)
    encoding = chance.choice(["utf-8", "utf-16", "us-ascii", "windows-1252"])
    made.append(f"prefix {prefix!r}, {encoding}")
    return ET.tostring(ET.fromstring(part), encoding=encoding, xml_declaration=True)


def with_extension(part):
    """Elements of the same names in a list of extensions, as newer programs leave them."""
    extension = (f'<extLst><ext xmlns:x14="{X14}"><x14:row r="1"><x14:c r="A1"><x14:v>9</x14:v></x14:c></x14:row>'
                 f'<x14:workbookPr date1904="1"/></ext></extLst>')
    text = part.decode("utf-8")
    end = "</worksheet>" if "</worksheet>" in text else "</workbook>"
    return text.replace(end, extension + end).encode("utf-8")


def rebuilt(original, long_numbers, chance, made):
    """The same workbook, packed and named as some other program would."""
    parts = {entry.filename: original.read(entry) for entry in original.infolist()}
    for name, part in parts.items():
        for at, digits in enumerate(long_numbers):
            part = part.replace(f"<v>{LONG_NUMBER + at}</v>".encode(), f"<v>{digits}</v>".encode())
        parts[name] = part
    if chance.random() < 0.3:
        made.append("extensions")
        for name in parts:
            if re.search(r"worksheets/sheet\d+\.xml$|xl/workbook\.xml$", name):
                parts[name] = with_extension(parts[name])
    if chance.random() < 0.5:
        for name in parts:
            if re.search(r"(worksheets/sheet\d+|sharedStrings|styles)\.xml$", name):
                parts[name] = reserialized(parts[name], chance, made)
    if chance.random() < 0.3:
        made.append("other names")
        parts = {name.replace("sharedStrings.xml", "Texts22.xml"): part.replace(b"sharedStrings.xml", b"Texts22.xml")
                 for name, part in parts.items()}
    if chance.random() < 0.15:
        made.append("capitals")
        parts = {name.replace("worksheets/sheet", "Worksheets/SHEET"): part for name, part in parts.items()}
    slash = "\\" if chance.random() < 0.1 else "/"
    made.append(f"slash {slash}")
    packing = chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
    made.append("stored" if packing == zipfile.ZIP_STORED else "packed")

    class Unseekable(io.BytesIO):
        """What cannot go back states the sizes after each part."""

        def seekable(self):
            return False

        def tell(self):
            raise io.UnsupportedOperation

    isStream = chance.random() < 0.3
    made.append("streamed" if isStream else "whole")
    target = Unseekable() if isStream else io.BytesIO()
    with zipfile.ZipFile(target, "w", packing) as archive:
        for name in chance.sample(list(parts), len(parts)):
            archive.writestr(name.replace("/", slash), parts[name])
    return target.getvalue()


def damage(archive, chance, made):
    """One bit of the data of one part that is read; None where the part is too short to have any."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        sheets = [e for e in opened.infolist() if re.search(r"sheet\d+\.xml$", e.filename, re.IGNORECASE)]
        entry = max(sheets, key=lambda e: e.filename.upper())  # The last one is what is seen.
        start = entry.header_offset + 30 + len(entry.filename.encode("utf-8"))
        place = start + chance.randrange(4, entry.compress_size)
    bytes_ = bytearray(archive)
    bytes_[place] ^= 1 << chance.randrange(8)
    made.append(f"bit at {place}")
    try:
        with zipfile.ZipFile(io.BytesIO(bytes(bytes_))) as opened:
            isDamaged = opened.testzip() is not None
    except Exception:
        isDamaged = True
    return bytes(bytes_), isDamaged


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    expected = []
    for at in range(count):
        chance = random.Random(f"{seed} {at}")
        book, rows, hidden, formulas, long_numbers, made = make_book(chance)
        saved = io.BytesIO()
        book.save(saved)
        archive = rebuilt(zipfile.ZipFile(saved), long_numbers, chance, made)
        isDamaged = False
        if chance.random() < 0.1:
            archive, isDamaged = damage(archive, chance, made)
        with open(f"{folder}/{at}.xlsx", "wb") as file:
            file.write(archive)
        expected.append({"rows": rows, "hidden": hidden, "formulas": formulas, "damaged": isDamaged, "made": made})
    json.dump(expected, sys.stdout)


main()
