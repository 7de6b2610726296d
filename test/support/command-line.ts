import path from 'node:path'
import { PROJECT_ROOT } from './project-files.ts'

/** Set by the test run, which has just built it: then the command line is the built one, ready in a fifth of the time. */
export const TESTS_BUILT = 'PARCEL_DESK_TEST_BUILT'

/** The command line that tests start with Node: from source when a test is run by hand, so that no stale build is tested. */
export const COMMAND_LINE = path.join(
  PROJECT_ROOT,
  process.env[TESTS_BUILT] === undefined ? 'src/cli/main.ts' : 'out/cli/main.js',
)
