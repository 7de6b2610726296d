import { unzipSync } from 'fflate/browser'

/** The files of a support bundle, by name, as text. */
export function readBundle(zip: Uint8Array): Map<string, string> {
  return new Map(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]))
}
