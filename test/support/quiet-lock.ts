import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { quietLock } from './manifest-rules.ts'
import { projectFile, PROJECT_ROOT } from './project-files.ts'

/** `npm run quiet-lock`, after packages were added or updated. */
writeFileSync(path.join(PROJECT_ROOT, 'package-lock.json'), quietLock(projectFile('package-lock.json')))
