import { describe, expect, it } from 'vitest'
import { installCommand, missingPackages } from '../../support/system-packages.ts'

describe.runIf(process.platform === 'linux')('the system packages', () => {
  it('are missing if what they provide is missing', () => {
    expect(missingPackages((sign) => sign !== 'openssl')).toEqual(['openssl'])
    expect(missingPackages(() => true)).toEqual([])
  })

  it('are installed by one command that can be copied', () => {
    expect(installCommand(['dbus', 'openssl'])).toBe(
      'apt-get update && apt-get install -y --no-install-recommends dbus openssl',
    )
  })
})
