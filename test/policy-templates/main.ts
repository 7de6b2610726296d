import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { DOCUMENT, policyFiles } from './policy-files.ts'

/** Writes what administrators need of the policy: templates for Windows and macOS, a sample, and the table in docs. */
const document = readFileSync(path.join(PROJECT_ROOT, DOCUMENT), 'utf8')
for (const [file, text] of await policyFiles(document)) {
  const target = path.join(PROJECT_ROOT, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, text)
  process.stdout.write(`${file}\n`)
}
