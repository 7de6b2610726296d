import path from 'node:path'
import { PROJECT_ROOT } from './project-files.ts'

/**
 * Where Node caches compiled sources (`NODE_COMPILE_CACHE`): a program of the tests is then ready in half the
 * time, from the second start on.
 */
export const COMPILE_CACHE = path.join(PROJECT_ROOT, 'node_modules/.cache/compile')
