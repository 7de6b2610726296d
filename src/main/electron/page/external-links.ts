/** Sites that the licence texts link to. No link from a service is ever opened. */
const KNOWN_ORIGINS: readonly string[] = [
  'https://www.electronjs.org',
  'https://www.chromium.org',
  'https://nodejs.org',
  'https://mozilla.github.io',
]

/** The address to open in the system's browser; undefined if it is not on the list. */
export function externalLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { href, origin, protocol, username } = new URL(address)
  return protocol === 'https:' && username === '' && KNOWN_ORIGINS.includes(origin) ? href : undefined
}
