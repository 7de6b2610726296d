import type { Output } from '../../shared/contract/contract.ts'

export type Template = Output<'packs.templates'>['templates'][number]

/** The order of these titles as patterns: what is a number in one is another in the next shipment. */
export function templateOf(name: string, titles: readonly string[]): Template {
  const patterns = titles.map((title) => title.replaceAll(/\d+/g, '*'))
  return { name, patterns: [...new Set(patterns)].filter((pattern) => /\p{L}/u.test(pattern)) }
}

/** The list with one of it at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}
