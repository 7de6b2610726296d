/** Ids between two places of the shown order, both included, whichever comes first. */
export function idsBetween(idAt: (position: number) => string | undefined, from: number, to: number): string[] {
  const ids: string[] = []
  for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
    const id = idAt(at)
    if (id !== undefined) ids.push(id)
  }
  return ids
}

export function toggled(selection: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

export function withIds(selection: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  const next = new Set(selection)
  for (const id of ids) next.add(id)
  return next
}

export function withoutIds(selection: ReadonlySet<string>, ids: Iterable<string>): ReadonlySet<string> {
  const next = new Set(selection)
  for (const id of ids) next.delete(id)
  return next
}
