import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/project-files.ts'
import { IS_POSIX } from '../support/system-abilities.ts'

describe.runIf(IS_POSIX)('the scripts that look at installed packages', () => {
  it.each([
    'packaged/check-dmg.sh',
    'packaged/check-linux.sh',
    'packaged/check-restricted.sh',
    'demo/check-refused-demo.sh',
  ])('%s can be read by sh', (file) => {
    expect(() => execFileSync('sh', ['-n', path.join(PROJECT_ROOT, 'test', file)])).not.toThrow()
  })
})
