import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../src/shared/errors/app-error.ts'
import { createLogger, type LogFields } from '../../../../src/engine/base/logger.ts'

const SECRET = 'hunter2-canary'

function written(write: (logger: ReturnType<typeof createLogger>) => void): { level: string; line: string }[] {
  const lines: { level: string; line: string }[] = []
  write(createLogger({ write: (level, line) => void lines.push({ level, line }) }))
  return lines
}

function fieldsOf(fields: LogFields): unknown {
  const [first] = written((logger) => logger.info('event', fields))
  const parsed: unknown = JSON.parse(first?.line ?? '{}')
  return typeof parsed === 'object' && parsed !== null && 'fields' in parsed ? parsed.fields : undefined
}

describe('createLogger', () => {
  it('writes one JSON line per event, with time, level and facts', () => {
    const [first, second] = written((logger) => {
      logger.info('job.started', { job: 'j1', documents: 2 })
      logger.debug('tick')
    })
    expect(JSON.parse(first?.line ?? '')).toMatchObject({
      level: 'info',
      event: 'job.started',
      fields: { job: 'j1', documents: 2 },
    })
    expect(first?.line).toMatch(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
    expect(first?.line).not.toContain('\n')
    expect(second?.level).toBe('debug')
    expect(second?.line).not.toContain('fields')
  })

  it('removes a secret from every field, nested, in errors and in their causes', () => {
    const lines = written((logger) => {
      logger.addSecret(SECRET)
      const cause = Object.assign(new Error(`bad header ${SECRET}`), { input: SECRET })
      const error = new AppError({ tag: 'not-found', endpoint: 'the search', said: `no ${SECRET}` }, { cause })
      logger.warn(`event ${SECRET}`, { deep: [{ text: `x${SECRET}x` }], error, [`name ${SECRET}`]: 1 })
    })
    expect(lines[0]?.line).toContain('[redacted]')
    expect(lines[0]?.line).not.toContain(SECRET)
  })

  it('looks for a secret until all who added it have taken it back', () => {
    const lines = written((logger) => {
      logger.addSecret(SECRET)
      logger.addSecret(SECRET)
      logger.removeSecret(SECRET)
      logger.info('first', { text: SECRET })
      logger.removeSecret(SECRET)
      logger.info('second', { text: SECRET })
    })
    expect(lines.map(({ line }) => line.includes(SECRET))).toEqual([false, true])
  })

  it('hides a field with the name of a secret, even when its value is unknown', () => {
    expect(fieldsOf({ headers: { Authorization: 'x', accept: 'json' }, token: 7 })).toEqual({
      headers: { Authorization: '[redacted]', accept: 'json' },
      token: '[redacted]',
    })
  })

  it('keeps message, code, stack and cause of an error, because they help to find the bug', () => {
    const error = Object.assign(new Error('no', { cause: new Error('why') }), { code: 'E1' })
    expect(fieldsOf({ error })).toMatchObject({
      error: { name: 'Error', message: 'no', code: 'E1', cause: { message: 'why' } },
    })
    expect(JSON.stringify(fieldsOf({ error }))).toContain('logger.test.ts')
  })

  it('copes with any value, because logging must not break the work', () => {
    const ring: LogFields = { name: 'ring' }
    ring['self'] = ring
    expect(JSON.stringify(fieldsOf(ring))).toContain('[deeper]')
    expect(
      fieldsOf({ big: 10n, bytes: Buffer.alloc(3), when: new Date('nonsense'), fn: () => 1, none: undefined }),
    ).toEqual({
      big: '10',
      bytes: '[3 bytes]',
      when: null,
    })
  })

  it('keeps a line short whatever is in it, since a list from the service may be endless', () => {
    const names = Object.fromEntries(Array.from({ length: 5_000 }, (_item, index) => [`n${index}`, index]))
    const [first] = written((logger) => logger.info('event', { rows: Array.from({ length: 5_000 }, () => 'x'), names }))
    expect(first?.line.length).toBeLessThan(10_000)
    expect(first?.line).toContain('[4800 more]')
  })
})
