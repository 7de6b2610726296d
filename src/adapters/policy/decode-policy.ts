import { isUtf8 } from 'node:buffer'
import type { PolicyLayer } from '../../engine/ports/policy.ts'

/** The JSON object in a file, in UTF-8 or in the UTF-16 of Windows editors, with or without a byte order mark. */
export function decodePolicy(bytes: Buffer): PolicyLayer['content'] {
  const text = decodeText(bytes)
  if (text === undefined) return { flaw: 'is text in no encoding that is known here; save it as UTF-8' }
  const values = parseJson(text)
  if (typeof values === 'object' && values !== null && !Array.isArray(values)) return { values: { ...values } }
  return { flaw: 'is not a JSON object with keys and values' }
}

function decodeText(bytes: Buffer): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Every JSON text begins with an ASCII character, whose other half is zero.
  if (second === 0) return new TextDecoder('utf-16le').decode(bytes)
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
