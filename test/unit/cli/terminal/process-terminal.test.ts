import { describe, expect, it } from 'vitest'
import { asPlatform } from '../../../support/as-platform.ts'
import { copyEnvironment } from '../../../../src/cli/terminal/process-terminal.ts'

const GIVEN = { Parcel_Desk_Password: 'canary', https_proxy: 'http://proxy.example' }

describe('the copy of the environment', () => {
  it('has every name in capitals on Windows, where any spelling is the same variable', () => {
    asPlatform('win32')
    expect(copyEnvironment(GIVEN)).toEqual({ PARCEL_DESK_PASSWORD: 'canary', HTTPS_PROXY: 'http://proxy.example' })
  })

  it('has the names as they are elsewhere, where another spelling is another variable', () => {
    asPlatform('linux')
    expect(copyEnvironment(GIVEN)).toEqual(GIVEN)
  })
})
