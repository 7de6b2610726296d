import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '../support/project-files.ts'

/*
 * Runs a script of an installed package inside Windows, with the project as its working folder, which a program that is
 * started from outside cannot be given.
 */
const [script = ''] = process.argv.splice(2, 1)
process.chdir(PROJECT_ROOT)
process.argv[1] = path.resolve(script)
await import(pathToFileURL(path.resolve(script)).href)
