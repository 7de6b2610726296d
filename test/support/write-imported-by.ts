import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { derivedReadmes } from './imported-by.ts'
import { PROJECT_ROOT, projectFiles } from './project-files.ts'

/** `npm run rooms`, after an import was added or taken away. */
const derived = derivedReadmes(projectFiles('src/**/*.{ts,tsx}'), projectFiles('src/**/README.md'))
for (const [readme, text] of derived) writeFileSync(path.join(PROJECT_ROOT, readme), text)
