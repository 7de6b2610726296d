import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { organisationPolicy } from '../../../../../src/adapters/organisation-policy.ts'
import { queueForbiddenBy, assertQueueAllowed } from '../../../../../src/engine/feed/queue/queue-policy.ts'

let file: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-policy-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  file = join(folder, 'policy.json')
})

const forbiddenBy = (): string | undefined => queueForbiddenBy({ file, isQueueForbidden: false })

describe('the policy of the organisation', () => {
  it('allows the queue where there is none', () => {
    expect(forbiddenBy()).toBeUndefined()
    expect(() => assertQueueAllowed({ file, isQueueForbidden: false })).not.toThrow()
  })

  it.each(['{}', '{ "queueForbidden": false }', '\uFEFF{ "queueForbidden": false, "other": 1 }'])(
    'allows the queue where it says nothing against it: %s',
    (text) => {
      writeFileSync(file, text)
      expect(forbiddenBy()).toBeUndefined()
    },
  )

  it.each(['{ "queueForbidden": true }', '\uFEFF{ "queueForbidden": true }'])('forbids the queue: %s', (text) => {
    writeFileSync(file, text)
    expect(forbiddenBy()).toBe(`your organisation, in ${file}`)
    expect(() => assertQueueAllowed({ file, isQueueForbidden: false })).toThrow(
      /is forbidden here by your organisation/,
    )
  })

  it.each(['', '{', '[]', '{ "queueForbidden": "yes" }', '{ "queueForbidden": 1 }'])(
    'forbids the queue where it cannot be understood, which is the safe side: %s',
    (text) => {
      writeFileSync(file, text)
      expect(forbiddenBy()).toContain('cannot be read')
    },
  )

  it.skipIf(process.platform === 'win32')('does not block where a named pipe is in its place', () => {
    execFileSync('mkfifo', [file])
    expect(forbiddenBy()).toContain('cannot be read')
  })

  it('forbids the queue where something other than a file is in its place', () => {
    mkdirSync(file)
    expect(forbiddenBy()).toContain('cannot be read')
  })

  it('can be set by an environment variable', () => {
    const policy = organisationPolicy('linux', { PARCEL_DESK_FORBID_QUEUE: '1' })
    expect(queueForbiddenBy({ ...policy, file })).toContain('PARCEL_DESK_FORBID_QUEUE')
    expect(organisationPolicy('linux', { PARCEL_DESK_FORBID_QUEUE: '0' }).isQueueForbidden).toBe(false)
  })

  it.each([
    ['linux', {}, '/etc/parcel-desk/policy.json'],
    ['darwin', {}, '/Library/Application Support/Parcel Desk/policy.json'],
    ['win32', { ProgramData: String.raw`D:\Data` }, String.raw`D:\Data\Parcel Desk\policy.json`],
    ['win32', {}, String.raw`C:\ProgramData\Parcel Desk\policy.json`],
  ] as const)('is looked for where only administrators write, on %s with %o', (platform, env, expected) => {
    expect(organisationPolicy(platform, env).file).toBe(expected)
  })
})
