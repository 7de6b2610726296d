"""Answers to a search, in the shapes and letters in which services send them, and what Python's json reads in them.

make-answers.py SEED COUNT prints, as JSON, for each of them {"body": base64, "type": Content-Type, "right": what is right}: `right` is
null where the answer is none, else {"rows": [row as JSON, every number as the text that it has], "unreadable": rows without an id,
"refs": {set: shipment reference as text}}.
"""

import base64
import json
import random
import sys

NUMBERS = ["0", "-1", "815", "1.10", "4711.0", "1e400", "12345678901234567890", "9007199254740993", "0.1000000000000000055", "-0", "1E2"]
LETTERS = ["Delta & Söhne GmbH", "Ålesund Fisk", "漢字", "😀", "\u2028", "tab\there", '"quoted"', "back\\slash", "</script>", "x" * 300, ""]
WESTERN = ["Delta & Söhne GmbH", "Ålesund Fisk", "“Überseehafen” €", "plain"]
BROKEN = ["{", "[1,]", '{"a":1,}', "nul", '{"data":{"results":[', "'single'", '{"a" "b"}', "NaN", "01", '"\t"', '{"data":\\u0000}', "\ufeff", ""]


def deep(levels):
    value = 1
    for _ in range(levels):
        value = [value] if _ % 2 else {"in": value}
    return value


class Number(float):
    """Written with the digits that it was made of."""

    def __new__(cls, text):
        made = super().__new__(cls, 0)
        made.text = text
        return made

    def __repr__(self):
        return self.text


def written(value, chance):
    """JSON as another program would write it: spaces, escapes and the digits of each number as they are."""
    def walk(one):
        if isinstance(one, Number):
            return one.text
        if isinstance(one, dict):
            return "{" + comma.join(f"{json.dumps(key, ensure_ascii=ascii_)}{colon}{walk(inner)}" for key, inner in one.items()) + "}"
        if isinstance(one, list):
            return "[" + comma.join(map(walk, one)) + "]"
        return json.dumps(one, ensure_ascii=ascii_)

    ascii_ = chance.random() < 0.4
    comma, colon = chance.choice([(",", ":"), (", ", ": "), (" ,\r\n\t", " : ")])
    return walk(value)


def make_row(chance, texts, number):
    row = {
        "setId": f"5e000000-0000-4000-a000-{number:012d}",
        "shipmentRef": Number(chance.choice(["815", "1.10", "12345678901234567890"])) if chance.random() < 0.1 else f"SHP-{number}",
        "parcelRef": chance.choice(texts),
        "status": "signed",
        "documents": [{"documentId": f"d0000000-0000-4000-a000-{number:012d}", "name": chance.choice(texts), "docType": "BILL_OF_LADING"}],
        "vesselName": None,
    }
    for field in range(chance.randrange(4)):
        row[f"further{field}"] = chance.choice([Number(chance.choice(NUMBERS)), chance.choice(texts), None, True, [], {}, [1, {"a": []}]])
    if chance.random() < 0.1:
        row["deep"] = deep(chance.choice([5, 30, 60]))
    if chance.random() < 0.15:
        row["setId"] = chance.choice(["no id", "", None, 7, Number("1e5"), [], "5e000000-0000-4000-a000-00000000000"])
    items = list(row.items())
    chance.shuffle(items)
    return dict(items)


def make_answer(chance):
    if chance.random() < 0.15:
        return chance.choice(BROKEN).encode("utf-8"), "application/json", None
    kind = chance.random()
    encoding, type_ = "utf-8", chance.choice(["application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "text/plain", ""])
    texts = LETTERS
    if kind < 0.15:
        encoding, charset = chance.choice([("latin-1", "ISO-8859-1"), ("cp1252", "windows-1252"), ("utf-16-le", "utf-16le")])
        type_, texts = f'application/json; charset={chance.choice([charset, charset.lower()])}', WESTERN[:2] + WESTERN[3:] if encoding == "latin-1" else WESTERN
    rows = [make_row(chance, texts, number) for number in range(1, chance.randrange(2, 8))]
    envelope = {"code": 200, "status": "OK", "data": {"offset": 0, "limit": 100, "total": len(rows), "count": len(rows), "results": rows}, "links": []}
    text = written(envelope, chance)
    body = text.encode(encoding)
    if kind > 0.95:
        # A letter of another encoding, or half of one: not what the header says.
        place = text.encode().index(b"SHP-") if b"SHP-" in text.encode() else len(body) // 2
        return body[:place] + chance.choice([b"\xff", b"\xe9", b"\xc3", b"\xed\xa0\x80", b"\xc0\xaf"]) + body[place:], "application/json; charset=utf-8", None
    if chance.random() < 0.1 and encoding == "utf-8":
        body = b"\xef\xbb\xbf" + body
    read = json.loads(text, parse_int=lambda digits: f"number {digits}", parse_float=lambda digits: f"number {digits}")["data"]["results"]
    isSet = lambda row: isinstance(row["setId"], str) and len(row["setId"]) == 36
    good = [row for row in read if isSet(row)]
    refs = {row["setId"]: row["shipmentRef"].removeprefix("number ") for row in good}
    return body, type_, {"rows": good, "unreadable": len(read) - len(good), "refs": refs}


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    samples = []
    for at in range(count):
        body, type_, right = make_answer(random.Random(f"{seed} {at}"))
        samples.append({"body": base64.b64encode(body).decode(), "type": type_, "right": right})
    json.dump(samples, sys.stdout)


main()
