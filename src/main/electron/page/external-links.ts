/** The makers of what is inside, whom the licence texts name. Nothing that came from a service leads out. */
const KNOWN_ORIGINS: readonly string[] = [
  'https://www.electronjs.org',
  'https://www.chromium.org',
  'https://nodejs.org',
  'https://mozilla.github.io',
]

/** The address to open in the browser of the system; undefined for whatever is not on the list. */
export function externalLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { href, origin, protocol, username } = new URL(address)
  return protocol === 'https:' && username === '' && KNOWN_ORIGINS.includes(origin) ? href : undefined
}
