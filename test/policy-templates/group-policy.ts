import { type ListedKey, listKeys } from './key-list.ts'
import { element, escaped } from './xml.ts'

const KEY = String.raw`Software\Policies\Parcel Desk`
const SCHEMA = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions'
const ROOT = 'ParcelDesk'
const SUPPORTED = 'Supported_ParcelDesk'
const MOST_CHARS = 2_000
const MOST_LINES = 200

/** The definitions for Windows’ group policy editor. */
export function groupPolicyDefinitions(): string {
  const keys = listKeys()
  const groups = [...new Set(keys.map(({ group }) => group))].toSorted()
  const categories = groups.map((group) =>
    element('category', { name: group, displayName: `$(string.Group_${group})` }, [
      element('parentCategory', { ref: ROOT }),
    ]),
  )
  const supported = element('definition', { name: SUPPORTED, displayName: `$(string.${SUPPORTED})` })
  return document('policyDefinitions', [
    element('policyNamespaces', {}, [element('target', { prefix: 'parceldesk', namespace: 'ParcelDesk.Policies' })]),
    element('resources', { minRequiredRevision: '1.0' }),
    element('supportedOn', {}, [element('definitions', {}, [supported])]),
    element('categories', {}, [element('category', { name: ROOT, displayName: `$(string.${ROOT})` }), ...categories]),
    element('policies', {}, keys.map(policy)),
  ])
}

/** Their texts in English. */
export function groupPolicyTexts(): string {
  const keys = listKeys()
  const groups = [...new Set(keys.map(({ group }) => group))].toSorted()
  const strings = [
    [ROOT, 'Parcel Desk'],
    [SUPPORTED, 'Parcel Desk'],
    ...groups.map((group) => [`Group_${group}`, group]),
    ...keys.flatMap(({ key, title, help, choices = {} }) => [
      [key, title],
      [`${key}_Help`, help],
      ...Object.entries(choices).map(([value, words]) => [choiceId(key, value), words]),
    ]),
  ]
  return document('policyDefinitionResources', [
    element('displayName', {}, ['Parcel Desk']),
    element('description', {}, ['What an organisation can set for Parcel Desk']),
    element('resources', {}, [
      element(
        'stringTable',
        {},
        strings.map(([id = '', text = '']) => element('string', { id }, [escaped(text)])),
      ),
      element('presentationTable', {}, keys.filter(hasElements).map(presentation)),
    ]),
  ])
}

function document(name: string, children: string[]): string {
  const attributes = { xmlns: SCHEMA, revision: '1.0', schemaVersion: '1.0' }
  return `<?xml version="1.0" encoding="utf-8"?>\n${element(name, attributes, children)}\n`
}

/** A toggle is the policy itself; anything else has an element with its value. */
function hasElements({ kind }: ListedKey): boolean {
  return kind !== 'toggle'
}

function policy(listed: ListedKey): string {
  const { key, group } = listed
  const attributes = {
    name: key,
    class: 'Both',
    displayName: `$(string.${key})`,
    explainText: `$(string.${key}_Help)`,
    key: KEY,
    ...(hasElements(listed) ? { presentation: `$(presentation.${key})` } : { valueName: key }),
  }
  const places = [element('parentCategory', { ref: group }), element('supportedOn', { ref: SUPPORTED })]
  return element('policy', attributes, [...places, ...valueElements(listed)])
}

function valueElements(listed: ListedKey): string[] {
  const { key, kind, choices = {}, range } = listed
  const named = { id: key, valueName: key, required: 'true' }
  if (kind === 'toggle') {
    const decimal = (value: string): string => element('decimal', { value })
    return [element('enabledValue', {}, [decimal('1')]), element('disabledValue', {}, [decimal('0')])]
  }
  if (kind === 'choice') {
    const items = Object.keys(choices).map((value) =>
      element('item', { displayName: `$(string.${choiceId(key, value)})` }, [
        element('value', {}, [element('string', {}, [escaped(value)])]),
      ]),
    )
    return [element('elements', {}, [element('enum', named, items)])]
  }
  if (range !== undefined) {
    const limits = { minValue: String(range.least), maxValue: String(range.most) }
    return [element('elements', {}, [element('decimal', { ...named, ...limits })])]
  }
  if (kind === 'text') return [element('elements', {}, [element('text', { ...named, maxLength: String(MOST_CHARS) })])]
  const lines = { id: key, valueName: key, maxLength: String(MOST_CHARS), maxStrings: String(MOST_LINES) }
  return [element('elements', {}, [element('multiText', lines)])]
}

function presentation({ key, kind, title, range }: ListedKey): string {
  const refId = key
  const label = escaped(title)
  if (kind === 'choice') return shown(key, element('dropdownList', { refId, noSort: 'true' }, [label]))
  if (range !== undefined) {
    return shown(key, element('decimalTextBox', { refId, defaultValue: String(range.most) }, [label]))
  }
  if (kind === 'text') return shown(key, element('textBox', { refId }, [element('label', {}, [label])]))
  return shown(key, element('text', {}, [label]), element('multiTextBox', { refId }))
}

function shown(id: string, ...controls: string[]): string {
  return element('presentation', { id }, controls)
}

/** Ids of texts are letters, digits and underscores. */
function choiceId(key: string, value: string): string {
  return `${key}_${value.replaceAll('-', '_')}`
}
