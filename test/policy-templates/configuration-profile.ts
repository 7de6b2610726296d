import { listKeys, sampleValue } from './key-list.ts'
import { element, escaped } from './xml.ts'

/** The domain whose managed preferences are read (src/adapters/policy/managed-preferences.ts). */
const DOMAIN = 'desk.parcel.app'
/** Of this sample; an organisation that changes it gives its profile ids of its own. */
const IDS = { profile: '6E3C7B4E-0C0B-4E2C-9D0B-3B8E5A7F1C21', payload: 'A7F4B2D9-52C8-4C1F-8E3A-96D1F0B7E452' }
const DOCTYPE = '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'

/** A sample of a configuration profile for macOS. */
export function configurationProfile(): string {
  const settings = Object.fromEntries(listKeys().map((listed) => [listed.key, sampleValue(listed)]))
  const payload = { ...header(DOMAIN, IDS.payload), ...settings }
  const profile = { ...header('Configuration', IDS.profile), PayloadScope: 'System', PayloadContent: [payload] }
  const plist = element('plist', { version: '1.0' }, [valueXml(profile)])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${DOCTYPE}\n${plist}\n`
}

function header(type: string, id: string): Record<string, unknown> {
  return {
    PayloadDisplayName: 'Parcel Desk',
    PayloadIdentifier: `${DOMAIN}.${id}`,
    PayloadType: type,
    PayloadUUID: id,
    PayloadVersion: 1,
  }
}

function valueXml(value: unknown): string {
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>'
  if (typeof value === 'number') return element('integer', {}, [String(value)])
  if (typeof value === 'string') return element('string', {}, [escaped(value)])
  if (Array.isArray(value)) return element('array', {}, value.map(valueXml))
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return element(
    'dict',
    {},
    entries.flatMap(([key, inner]) => [element('key', {}, [escaped(key)]), valueXml(inner)]),
  )
}
