import { visibleText } from '../../../shared/text/visible-text.ts'

/** A name from outside for a heading, a tooltip or a screen reader; a blank one is said to be none. */
export function displayName(name: string | null, nameless = 'No name'): string {
  const visible = visibleText(name ?? '').trim()
  return visible === '' ? nameless : visible
}
