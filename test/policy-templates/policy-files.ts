import { formatText } from '../support/format-text.ts'
import { configurationProfile } from './configuration-profile.ts'
import { groupPolicyDefinitions, groupPolicyTexts } from './group-policy.ts'
import { type ListedKey, listKeys, sampleValue } from './key-list.ts'

export const DOCUMENT = 'docs/organisation-policy.md'
const FROM = '<!-- The table is written by “npm run policy-templates”. -->'
const UNTIL = '<!-- end of the table -->'

/** What the schema of the policy generates, by path. `document` is the page with the table, as it is now. */
export async function policyFiles(document: string): Promise<ReadonlyMap<string, string>> {
  const sample = Object.fromEntries(listKeys().map((listed) => [listed.key, sampleValue(listed)]))
  return new Map([
    ['resources/policy/ParcelDesk.admx', groupPolicyDefinitions()],
    ['resources/policy/en-US/ParcelDesk.adml', groupPolicyTexts()],
    ['resources/policy/ParcelDesk.mobileconfig', configurationProfile()],
    ['resources/policy/policy.json', await formatText('policy.json', JSON.stringify(sample))],
    [DOCUMENT, await formatText(DOCUMENT, withTable(document))],
  ])
}

function withTable(document: string): string {
  const [before, rest] = document.split(FROM)
  const after = rest?.split(UNTIL)[1]
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has no place for the table`)
  const head = '| key | value | without it | what it does |\n| --- | --- | --- | --- |'
  return `${before}${FROM}\n\n${head}\n${listKeys().map(row).join('\n')}\n\n${UNTIL}${after}`
}

function row({ key, kind, choices = {}, range, unset, help }: ListedKey): string {
  const words = { toggle: '`true` or `false`', text: 'text', list: 'list of texts', connections: 'list of connections' }
  const values = Object.keys(choices).map((value) => `\`${value}\``)
  const value =
    range === undefined
      ? kind === 'choice' || kind === 'number'
        ? values.join(', ')
        : words[kind]
      : `${range.least} to ${range.most}`
  const without = unset === null ? 'left to the user' : `\`${JSON.stringify(unset).replaceAll('"', '')}\``
  return `| \`${key}\` | ${value} | ${without} | ${help.replaceAll('|', String.raw`\|`).replaceAll(/\{[\w{}/ ]+\}/g, '`$&`')} |`
}
