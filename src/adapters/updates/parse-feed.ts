import { parse } from 'yaml'

/** The value of a YAML text; throws for one that is none. Few aliases, because each can multiply the value. */
export function parseFeed(text: string): unknown {
  return parse(text, { maxAliasCount: 10, logLevel: 'silent' })
}
