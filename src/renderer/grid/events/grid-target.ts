/** What of the grid an event happened on, read off the attributes that cells and rows carry. */
export interface GridTarget {
  readonly columnId: string | null
  /** Null outside the rows. */
  readonly position: number | null
  readonly isHandle: boolean
  readonly cell: HTMLElement | null
}

export function gridTarget(target: EventTarget): GridTarget {
  const element = target instanceof Element ? target : null
  const found = element?.closest('[data-column]')
  const cell = found instanceof HTMLElement ? found : null
  const position = element?.closest('[data-position]')?.getAttribute('data-position') ?? null
  return {
    cell,
    columnId: cell?.dataset['column'] ?? null,
    position: position === null ? null : Number(position),
    isHandle: element?.closest('[data-handle]') !== null,
  }
}
