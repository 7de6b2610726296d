import type { PolicyKeyInfo } from '../../shared/policy/policy-key.ts'

/**
 * A value of the registry in the form of the schema: 1 and 0 for on and off, several lines or a JSON text for a list, and
 * “name; environment; address” for a connection. What fits none of them is left as it is, and refused by the schema.
 */
export function fromRegistry(kind: PolicyKeyInfo['kind'], raw: unknown): unknown {
  if (kind === 'toggle') return raw === 1 ? true : raw === 0 ? false : raw
  if (kind === 'list' || kind === 'connections') {
    const items = typeof raw === 'string' ? itemsIn(raw) : raw
    return kind === 'connections' && Array.isArray(items) ? items.map(connectionIn) : items
  }
  // Text beyond the code page of reg.exe can be given as a JSON text, with escapes.
  return typeof raw === 'string' && raw.startsWith('"') ? orItself(raw) : raw
}

function itemsIn(text: string): unknown {
  return text.startsWith('[') ? orItself(text) : [text]
}

function connectionIn(item: unknown): unknown {
  if (typeof item !== 'string') return item
  const [name, environment, address, ...more] = item.split(';').map((part) => part.trim())
  return more.length === 0 ? { name, environment: environment?.toLowerCase(), address } : item
}

function orItself(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
