import type { Plugin } from 'vite'

/** What the widgets say to a screen reader, a file for each language. */
const WORDS_OF_ANOTHER_LANGUAGE =
  /[\\/]react-(?:aria|aria-components|stately)[\\/].*[\\/]intl[\\/].*[\\/](?!en-US\.)[a-z]{2}-[A-Z]{2}\.m?js$/

/**
 * Leaves out what React Aria says in 33 other languages: the page is in English, so on a computer set to German half of
 * what a screen reader reads out would be German, and 60 kB of script would be read for it. An empty language is no entry
 * of its dictionaries, which then fall back to en-US.
 */
export function englishOnly(): Plugin {
  return {
    name: 'english-only',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (WORDS_OF_ANOTHER_LANGUAGE.test(id) ? 'export default undefined' : undefined),
  }
}
