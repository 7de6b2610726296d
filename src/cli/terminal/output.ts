import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { ignoring } from '../../shared/errors/ignoring.ts'
import { AppError } from '../../shared/errors/app-error.ts'
import { errorCode } from '../../engine/files/file-system.ts'

/** Large enough for few system calls, small enough for early back-pressure. */
const BLOCK_CHARS = 64 * 1024

/** Where results go. */
export interface Output {
  /**
   * Writes the pieces as they are produced and resolves when the system has them. Waits while the reader is busy; ends quietly
   * if it has gone (`… | head`). Fails with storage-failed if the disk behind it is full.
   */
  write(pieces: Iterable<string>): Promise<void>
}

/** Writes to a stream and holds at most one block in memory. */
export function createOutput(stream: Writable): Output {
  let broken: Error | undefined
  stream.on('error', (error: Error) => {
    broken = error
  })
  const failUnlessClosed = (): void => {
    if (broken !== undefined && !isClosed(broken)) {
      throw new AppError({ tag: 'storage-failed', file: 'Standard output', reason: broken.message }, { cause: broken })
    }
  }
  const send = async (block: string): Promise<void> => {
    if (broken === undefined && !stream.write(block)) {
      // Rejects on `error`; otherwise a reader that hangs up would leave this waiting for ever.
      await once(stream, 'drain').catch(ignoring('it is recorded above'))
    }
  }
  return {
    write: async (pieces) => {
      for (const block of blocksOf(pieces)) {
        await send(block)
        if (broken !== undefined) break
      }
      if (broken === undefined) await new Promise<void>((resolve) => stream.write('', () => resolve()))
      failUnlessClosed()
    },
  }
}

function* blocksOf(pieces: Iterable<string>): Generator<string> {
  let block = ''
  for (const piece of pieces) {
    block += piece
    if (block.length >= BLOCK_CHARS) {
      yield block
      block = ''
    }
  }
  if (block !== '') yield block
}

const CLOSED_CODES = new Set(['EPIPE', 'EOF', 'ERR_STREAM_DESTROYED'])

function isClosed(error: Error): boolean {
  return CLOSED_CODES.has(errorCode(error))
}

/**
 * One JSON document in pieces, with every field and every list item on its own line. Lists may be iterables, read only as they
 * are written: there may be a hundred thousand sets. Undefined fields are left out.
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

/** The same on a single line: only its own line ends are taken out, for those in texts are escaped. */
export function* onOneLine(chunks: Iterable<string>): Generator<string> {
  for (const chunk of chunks) yield chunk.replaceAll('\n', '')
  yield '\n'
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
 * The same JSON in ASCII. PowerShell 5.1 and cmd decode pipes with a legacy code page, which breaks “Ålesund”; every JSON
 * parser understands the escapes (W-B11).
 */
export function* inAscii(chunks: Iterable<string>): Generator<string> {
  for (const chunk of chunks) {
    yield chunk.replace(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  }
}
