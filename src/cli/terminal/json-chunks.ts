/**
 * One JSON document in pieces: every field on a line of its own, every item of a list too. Lists may be iterables that are
 * read only as far as they are written: there may be a hundred thousand sets. Fields that are undefined are left out.
 */
export function* jsonChunks(document: object): Generator<string> {
  if (isList(document)) {
    yield* listChunks(document)
    yield '\n'
    return
  }
  let before = '{'
  for (const [name, value] of Object.entries(document)) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* isList(value) ? listChunks(value) : [JSON.stringify(value)]
    before = ',\n'
  }
  yield before === '{' ? '{}\n' : '}\n'
}

function* listChunks(items: Iterable<unknown>): Generator<string> {
  let before = '[\n'
  for (const item of items) {
    yield `${before}${JSON.stringify(item)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/**
 * The same JSON in ASCII alone. PowerShell 5.1 and cmd read what comes through a pipe in an old code page, in which “Ålesund”
 * breaks; every reader of JSON takes the escapes (W-B11).
 */
export function* inAscii(chunks: Iterable<string>): Generator<string> {
  for (const chunk of chunks) {
    yield chunk.replace(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  }
}
