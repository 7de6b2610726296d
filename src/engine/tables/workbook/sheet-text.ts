const ENCODED = /_x([0-9A-Fa-f]{4})_/g

/** A text of a workbook with the characters that XML cannot hold, which stand in it as _xHHHH_ (ECMA-376, 22.9.2.19). */
export function sheetText(stored: string): string {
  return stored.includes('_x')
    ? stored.replaceAll(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : stored
}

/** What every program would decode, with its underscore encoded, so that it is read as it was written. */
export function storedText(text: string): string {
  return text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}
