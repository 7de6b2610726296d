"""Documents as programs write them (by qpdf), as the way to us spoils them, and what is right of each.

make-documents.py SEED COUNT FOLDER writes FOLDER/N.pdf and prints, as JSON, for each of them how it was made and what it is:
"whole", "cut" (a part of it is missing) or "spoilt" (all of it came, but not the bytes that were sent). What qpdf takes for whole
without a warning is nothing else here. It looks for the end in the last thousand bytes alone, so padding is added behind it.
"""

import json
import random
import subprocess
import sys

QPDF = "qpdf"
WRITTEN = [[], ["--linearize"], ["--object-streams=generate"], ["--linearize", "--object-streams=generate"],
           ["--stream-data=uncompress", "--object-streams=disable"], ["--encrypt", "", "owner", "256", "--"]]
PADDINGS = [b"", b"\n", b"\0" * 4845, b" " * 1500, b"\r\n" * 900, b"\0" * 80508, b"<!-- proxy -->" * 100]


def plain_document(chance):
    """A document of some pages, in the way in which the first program would have written it."""
    pages = chance.randrange(1, 8)
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
               b"<< /Type /Pages /Kids [" + b" ".join(b"%d 0 R" % (4 + 2 * page) for page in range(pages)) + b"] /Count %d >>" % pages,
               b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    for page in range(pages):
        lines = b"".join(b"(SHP-%d %d) Tj T* " % (page, chance.randrange(10 ** 9)) for _ in range(chance.randrange(1, 200)))
        content = b"BT /F1 10 Tf 12 TL 50 800 Td " + lines + b"ET"
        objects.append(b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * page))
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    return bytes(out) + table(places, 0, len(out), len(objects) + 1, b"")


def table(places, first, start, size, more):
    entries = b"".join(b"%010d 00000 n \n" % place for place in places)
    free = b"0000000000 65535 f \n" if first == 0 else b""
    head = b"xref\n%d %d\n" % (first, len(places) + (first == 0))
    return head + free + entries + b"trailer\n<< /Size %d /Root 1 0 R %s>>\nstartxref\n%d\n%%%%EOF\n" % (size, more, start)


def amended(document):
    """A further revision behind the first, as signing and stamping leave it."""
    size = int(document[document.rindex(b"/Size ") + 6:].split()[0])
    before = int(document[document.rindex(b"startxref") + 9:].split()[0])
    place = len(document)
    body = b"%d 0 obj\n<< /Stamp (%s) >>\nendobj\n" % (size, b"x" * 900)
    return document + body + table([place], size, place + len(body), size + 1, b"/Prev %d " % before)


def qpdf(arguments, document, folder):
    with open(f"{folder}/in.pdf", "wb") as file:
        file.write(document)
    done = subprocess.run([QPDF, *arguments, f"{folder}/in.pdf", f"{folder}/out.pdf"], capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode())
    with open(f"{folder}/out.pdf", "rb") as file:
        return file.read()


def make_document(chance, folder):
    way = chance.choice(WRITTEN)
    document = qpdf(way, plain_document(chance), folder)
    made = " ".join(way)
    if way == [] or "uncompress" in made:
        for _ in range(chance.choice([0, 0, 1, 2])):
            document, made = amended(document), made + " amended"
    kind = chance.random()
    if kind < 0.5:
        padding = chance.choice(PADDINGS)
        return document + padding, f"{made} + {len(padding)}", "whole"
    if kind < 0.85:
        whole = len(document.rstrip())
        near = [place for place in range(whole) if document.startswith(b"%%EOF", place)]
        place = chance.choice([chance.randrange(8, whole), min(whole - 5, chance.choice(near) + chance.randrange(5, 1400))])
        return document[:place], f"{made} cut at {place} of {whole}", "cut"
    spoilt = chance.choice([lambda d: d.decode("utf-8", "replace").encode(), lambda d: d.decode("latin-1").encode("utf-8"),
                            lambda d: d.replace(b"\n", b"\r\n"), lambda d: d[:len(d) // 2] + d[len(d) // 2 + 997:]])
    return spoilt(document), f"{made} spoilt", "spoilt"


def main():
    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    samples = []
    for at in range(count):
        document, made, right = make_document(random.Random(f"{seed} {at}"), folder)
        with open(f"{folder}/{at}.pdf", "wb") as file:
            file.write(document)
        checked = subprocess.run([QPDF, "--check", f"{folder}/{at}.pdf"], capture_output=True)
        # It does not miss the end itself; a part that ends with one is an earlier revision, and whole.
        if checked.returncode == 0 and document.endswith(b"%%EOF"):
            right = "whole"
        samples.append({"made": made, "right": right})
    json.dump(samples, sys.stdout)


main()
