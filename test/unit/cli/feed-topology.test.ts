import { describe, expect, it } from 'vitest'
import { run } from '../../support/fake-terminal.ts'

const WORDS = ['feed', 'topology', '--customer', '5C0F2A34-9F0E-4C55-8A51-0D2F6F1F7B10', '--virtual-host', 'parcels']

describe('feed topology', () => {
  it('prints the streams of customers in small letters, the users without passwords, and the least rights', async () => {
    const { code, stdout, stderr } = await run(WORDS, {})
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      vhosts: [{ name: 'parcels' }],
      users: [
        { name: 'parcel-collector', password_hash: '' },
        { name: 'parcel-desk', password_hash: '' },
      ],
      permissions: [
        { user: 'parcel-collector', configure: '^$', write: '^(parcel\\.status)$', read: '^$' },
        { user: 'parcel-desk', configure: '^$', write: '^$', read: '^parcel\\.([0-9a-f-]{36}|unreadable)$' },
      ],
      queues: [{ name: 'parcel.5c0f2a34-9f0e-4c55-8a51-0d2f6f1f7b10' }, { name: 'parcel.unreadable' }],
    })
    expect(stderr).toContain('an import takes the one that they have')
  })

  it('leaves passwords alone with --keep-users, and has nothing to warn of', async () => {
    const { stdout, stderr } = await run([...WORDS, '--keep-users'], {})
    expect(JSON.parse(stdout)).not.toHaveProperty('users')
    expect(stderr).toBe('')
  })
})
