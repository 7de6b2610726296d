import { readdirSync, readFileSync } from 'node:fs'

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!"#$%&/()=?+*~\\<>|@\'ßéñ日'

/** Secrets as people and generators make them, the same in each run. */
export function plantedSecrets(count: number, kind: string): string[] {
  let seed = [...kind].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 2_147_483_647
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const letters = Array.from(LETTERS)
  return Array.from({ length: count }, () =>
    Array.from({ length: 10 + next(15) }, () => letters[next(letters.length)]).join(''),
  )
}

/** How whoever looks for it may find it written down. */
export const SIX_ENCODINGS: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString('base64'),
  address: (secret) => encodeURIComponent(secret),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  HTML: (secret) => Array.from(secret, (letter) => `&#${letter.codePointAt(0)};`).join(''),
}

export function formsOf(secret: string): string[] {
  return Object.values(SIX_ENCODINGS).map((write) => write(secret))
}

/** The forms that the bytes have, as UTF-8 or as UTF-16. */
export function formsFoundIn(bytes: Buffer, secrets: readonly string[]): string[] {
  const [text, wide] = [bytes.toString('utf8'), bytes.toString('utf16le')]
  return secrets.flatMap(formsOf).filter((form) => text.includes(form) || wide.includes(form))
}

/** Arguments and environments of every process that a process has started. */
export function childrenOf(pid: number | undefined): Buffer {
  const read = (file: string): Buffer => {
    try {
      return readFileSync(file)
    } catch {
      // It has ended meanwhile.
      return Buffer.alloc(0)
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parentOf = (one: string): number => Number(/\) \w (\d+)/.exec(read(`/proc/${one}/stat`).toString())?.[1])
  const family = new Set([pid])
  // A child may have children; a parent may have a higher number.
  for (let before = 0; before !== family.size;) {
    before = family.size
    for (const one of all) if (family.has(parentOf(one))) family.add(Number(one))
  }
  family.delete(pid)
  return Buffer.concat([...family].flatMap((one) => [read(`/proc/${one}/cmdline`), read(`/proc/${one}/environ`)]))
}
