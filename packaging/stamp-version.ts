import { readFileSync, writeFileSync } from 'node:fs'

/**
 * `npm run release -- 0.3.0`: npm has set package.json and its lock by then, and installers take their names from there. This gives the
 * number to what people read: the heading of the changelog, and the names of installers in docs/administrators.md.
 */
const version = process.env['npm_new_version'] ?? ''
if (version === '') throw new Error('Run “npm run release -- VERSION”.')
const heading = `## ${version} (${new Date().toISOString().slice(0, 10)})`

change('CHANGELOG.md', (text) =>
  /^## Unreleased$/m.test(text)
    ? text.replace(/^## Unreleased$/m, heading)
    : text.replace(/^## /m, () => `${heading}\n\n## `),
)
change('docs/administrators.md', (text) =>
  text
    .replaceAll(/(?<=parcel-desk-)\d+\.\d+\.\d+(?=-)/g, version)
    .replaceAll(/(?<=^\s*version: )\d+\.\d+\.\d+$/gm, version),
)

function change(name: string, edit: (text: string) => string): void {
  const file = new URL(`../${name}`, import.meta.url)
  writeFileSync(file, edit(readFileSync(file, 'utf8')))
}
