import { describe, expect, it } from 'vitest'
import { composeDesk } from '../../support/composed-desk.ts'

describe('a system that is slow to name its certificates', () => {
  it('is told to the page, to one that is loaded meanwhile too, and to the log', async () => {
    const listeners: ((isSlow: boolean) => void)[] = []
    const network = {
      useLogins: () => undefined,
      trustedAuthorities: () => Promise.resolve([]),
      onSlowCertificates: (listener: (isSlow: boolean) => void) => void listeners.push(listener),
    }
    const { desk, call, logLines } = await composeDesk({ network })
    const told: unknown[] = []
    desk.events.listen(({ name, payload }) => void (name === 'certificates.changed' && told.push(payload)))
    const isShown = async () => (await call('desk.snapshot', {})).isReadingCertificates
    expect(await isShown()).toBe(false)
    for (const isSlow of [true, false]) {
      for (const listener of listeners) listener(isSlow)
      expect(await isShown()).toBe(isSlow)
    }
    expect(told).toEqual([{ isReadingCertificates: true }, { isReadingCertificates: false }])
    expect(logLines.join('\n')).toMatch(/certificates\.slow[^]*certificates\.read/)
  })
})
