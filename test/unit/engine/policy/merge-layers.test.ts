import { describe, expect, it } from 'vitest'
import { mergeLayers, POLICY_KEYS } from '../../../../src/engine/policy/merge-layers.ts'
import { fixedPolicy } from '../../../../src/engine/policy/open-policy.ts'
import { queueForbiddenBy } from '../../../../src/engine/policy/guards.ts'
import type { PolicyLayer } from '../../../../src/engine/ports/policy.ts'
import { keyInfo, policySchema } from '../../../../src/shared/policy/policy-schema.ts'

const AURORA = { name: 'Aurora', environment: 'production', address: 'https://exchange.example.com' }

function layer(source: PolicyLayer['source'], values: Record<string, unknown>): PolicyLayer {
  return { source, place: `the ${source}`, content: { values } }
}

describe('every key', () => {
  it.each(POLICY_KEYS)('%s has a default, a strictest value and an example that its schema accepts', (key) => {
    const [shape, info] = [policySchema.shape[key], keyInfo(key)]
    for (const value of [info.unset, info.strictest, info.example]) expect(shape.safeParse(value).success).toBe(true)
    if (info.kind === 'choice') expect(Object.keys(info.choices ?? {})).not.toEqual([])
  })
})

describe('what applies', () => {
  it('is the default of every key where no source has it', () => {
    const { values, origins, problems } = mergeLayers([])
    expect(values).toMatchObject({ QueueForbidden: false, ArchiveRoots: null, ConnectionList: [], CrashDumps: true })
    expect(new Set(POLICY_KEYS.map((key) => origins[key].source))).toEqual(new Set(['default']))
    expect(origins.QueueForbidden.isLocked).toBe(false)
    expect(problems).toEqual([])
  })

  it('is decided key by key by the highest source that has it, in whatever order they were read', () => {
    const { values, origins } = mergeLayers([
      layer('file', { ConcurrencyMax: 2, LogLevel: 'debug', CloseToTray: true }),
      layer('machine', { ConcurrencyMax: 8 }),
      layer('user', { ConcurrencyMax: 4, LogLevel: 'warn' }),
    ])
    expect(values).toMatchObject({ ConcurrencyMax: 8, LogLevel: 'warn', CloseToTray: true })
    expect([origins.ConcurrencyMax, origins.LogLevel, origins.CloseToTray].map(({ source }) => source)).toEqual([
      'machine',
      'user',
      'file',
    ])
  })

  it('is forbidden where the environment forbids, and never loosened by it', () => {
    const forbids = layer('environment', { QueueForbidden: true })
    const { values, origins } = mergeLayers([forbids, layer('machine', { QueueForbidden: false })])
    expect(values.QueueForbidden).toBe(true)
    expect(origins.QueueForbidden.source).toBe('environment')
    const allows = layer('environment', { QueueForbidden: false, ArchiveRoots: ['/tmp'] })
    const strict = mergeLayers([allows, layer('file', { QueueForbidden: true, ArchiveRoots: ['/srv'] })])
    expect(strict.values).toMatchObject({ QueueForbidden: true, ArchiveRoots: ['/srv'] })
  })

  it('leaves a name pattern and a list of connections open until their lock is set', () => {
    const given = { NamePattern: '{name}', ConnectionList: [AURORA] }
    expect(mergeLayers([layer('file', given)]).origins).toMatchObject({
      NamePattern: { isLocked: false },
      ConnectionList: { isLocked: false },
    })
    const locked = layer('file', { ...given, NamePatternLocked: true, ConnectionsLocked: true })
    expect(mergeLayers([locked]).origins).toMatchObject({
      NamePattern: { isLocked: true },
      ConnectionList: { isLocked: true },
    })
  })
})

describe('a source that cannot be read', () => {
  it('counts as the strictest in every key, below what a higher one says, and is told in one sentence', () => {
    const flawed: PolicyLayer = { source: 'file', place: '/etc/x', content: { flaw: 'is a link' } }
    const { values, origins, problems } = mergeLayers([flawed, layer('machine', { ConcurrencyMax: 8 })])
    expect(values).toMatchObject({
      QueueForbidden: true,
      ConnectionList: [],
      ConnectionsLocked: true,
      ArchiveRoots: [],
      KeychainForbidden: true,
      ConcurrencyMax: 8,
    })
    expect(origins.ArchiveRoots).toMatchObject({ source: 'file', flaw: 'is a link', isLocked: true })
    expect(problems).toEqual([{ where: '/etc/x', message: expect.stringMatching(/^This policy is a link\. Until/) }])
  })
})

describe('a key that cannot be understood', () => {
  it.each([
    {
      given: { QueueForbidden: 'yes' },
      counts: { QueueForbidden: true },
      flaw: 'QueueForbidden must be true or false',
    },
    { given: { QueueForbidden: 1 }, counts: { QueueForbidden: true }, flaw: 'QueueForbidden must be true or false' },
    { given: { QueueForbidden: null }, counts: { QueueForbidden: true }, flaw: 'QueueForbidden must be true or false' },
    {
      given: { ConcurrencyMax: 33 },
      counts: { ConcurrencyMax: 1 },
      flaw: 'ConcurrencyMax must be a whole number from 1 to 32',
    },
    {
      given: { ConcurrencyMax: '8' },
      counts: { ConcurrencyMax: 1 },
      flaw: 'ConcurrencyMax must be a whole number from 1 to 32',
    },
    {
      given: { ConflictPolicy: 'overwrite' },
      counts: { ConflictPolicy: 'keep-both' },
      flaw: 'ConflictPolicy must be one of keep-both, skip, replace',
    },
    {
      given: { ArchiveRoots: '/srv' },
      counts: { ArchiveRoots: [] },
      flaw: 'ArchiveRoots must be a list such as ["//files.firm.example/archive"]',
    },
    { given: { ArchiveRoots: ['/srv', 7] }, counts: { ArchiveRoots: [] }, flaw: 'ArchiveRoots must be a list' },
    {
      given: { ConnectionList: [{ ...AURORA, address: 'http://exchange.example.com' }] },
      counts: { ConnectionList: [] },
      flaw: 'ConnectionList must be a list',
    },
    {
      given: { ConnectionList: [{ ...AURORA, password: 'x' }] },
      counts: { ConnectionList: [] },
      flaw: 'ConnectionList must be a list',
    },
    {
      given: { EnvironmentAllowed: 'prod' },
      counts: { EnvironmentAllowed: 'test' },
      flaw: 'EnvironmentAllowed must be one of any, test, production',
    },
    {
      given: { StreamUrl: 'amqps://user:secret@mq.firm.example' },
      counts: { StreamUrl: null },
      flaw: 'StreamUrl must be a text such as amqps://',
    },
    {
      given: { QuietHours: '22-06' },
      counts: { QuietHours: '00:00-23:59' },
      flaw: 'QuietHours must be a text such as 22:00-06:00',
    },
    { given: { NamePattern: 'a\nb' }, counts: { NamePattern: null }, flaw: 'NamePattern must be a text' },
  ])('$given counts as its strictest value, and the others as they stand', ({ given, counts, flaw }) => {
    const { values, problems } = mergeLayers([layer('file', { ...given, CloseToTray: true })])
    expect(values).toMatchObject({ ...counts, CloseToTray: true })
    expect(problems).toEqual([{ where: 'the file', message: expect.stringContaining(flaw) }])
  })

  it('because it stands there twice, in two spellings, counts so too', () => {
    const { values, problems } = mergeLayers([layer('file', { QueueForbidden: false, queueForbidden: false })])
    expect(values.QueueForbidden).toBe(true)
    expect(problems).toMatchObject([{ message: expect.stringContaining('QueueForbidden stands there twice') }])
  })
})

describe('a key that is unknown', () => {
  it('is kept out and told, with the key that was meant', () => {
    const { values, problems } = mergeLayers([layer('file', { QueueForbiden: true, '__proto__ \u202e': 1 })])
    expect(values.QueueForbidden).toBe(false)
    expect(problems).toEqual([
      {
        where: 'the file',
        message: expect.stringMatching(/^“QueueForbiden” is no policy .* Did you mean QueueForbidden\?$/),
      },
      { where: 'the file', message: expect.stringMatching(/^“__proto__” is no policy/) },
    ])
  })

  it('is counted after the first ten', () => {
    const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`x${index}`, 1]))
    const { problems } = mergeLayers([layer('file', many)])
    expect(problems).toHaveLength(11)
    expect(problems.at(-1)?.message).toBe('39990 other names are no policies either.')
  })
})

describe('two sources that contradict each other', () => {
  it('are told, with the one that counts', () => {
    const { problems } = mergeLayers([
      layer('machine', { QueueForbidden: false }),
      layer('file', { QueueForbidden: true }),
    ])
    expect(problems).toEqual([
      { where: 'the machine', message: 'QueueForbidden is not the same here and in the file. This one counts.' },
    ])
  })
})

describe('a source that may only forbid', () => {
  it('can set the strictest value of a key, and nothing else', () => {
    const file: PolicyLayer = {
      ...layer('file', {
        QueueForbidden: true,
        ConnectionList: [AURORA],
        PlainAmqpAllowed: true,
        ProxyUrl: 'http://evil',
      }),
      onlyForbids: true,
    }
    const { values, problems } = mergeLayers([file])
    expect(values).toMatchObject({ QueueForbidden: true, ConnectionList: [], PlainAmqpAllowed: false, ProxyUrl: null })
    expect(problems.map(({ message }) => message.split(':')[0])).toEqual(
      ['ConnectionList', 'PlainAmqpAllowed', 'ProxyUrl'].map((key) => `${key} does nothing here`),
    )
  })
})

describe('the registry', () => {
  it('has no types for most of them', () => {
    const registry: PolicyLayer = {
      ...layer('machine', {
        QueueForbidden: 1,
        CloseToTray: 0,
        ConcurrencyMax: 8,
        ArchiveRoots: [String.raw`C:\01 Archive`, String.raw`\\srv\trade`],
        ConnectionList: ['Aurora; Production; https://exchange.example.com'],
        NamePattern: '"{customer}/\\u00c5 {name}"',
      }),
      isRegistry: true,
    }
    const { values, problems } = mergeLayers([registry])
    expect(problems).toEqual([])
    expect(values).toMatchObject({
      QueueForbidden: true,
      CloseToTray: false,
      ConcurrencyMax: 8,
      ArchiveRoots: [String.raw`C:\01 Archive`, String.raw`\\srv\trade`],
      ConnectionList: [AURORA],
      NamePattern: '{customer}/Å {name}',
    })
  })

  it.each([
    ['QueueForbidden', 2, true],
    ['QueueForbidden', 'true', true],
    ['ConnectionList', ['Aurora; production'], []],
    ['ConnectionList', '[{"name":', []],
    ['ArchiveRoots', null, []],
  ])('%s = %j counts as its strictest value', (key, raw, strictest) => {
    const { values } = mergeLayers([{ ...layer('machine', { [key]: raw }), isRegistry: true }])
    expect(values).toMatchObject({ [key]: strictest })
  })
})

describe('who forbids the queue', () => {
  it('is said as the end of a sentence, by each kind of source', () => {
    const by = (...layers: PolicyLayer[]) => queueForbiddenBy(fixedPolicy(layers), 'own')
    expect(by()).toBeUndefined()
    expect(by(layer('file', { queueForbidden: false }))).toBeUndefined()
    expect(by(layer('file', { queueForbidden: true }))).toBe('your organisation, in the file')
    expect(by(layer('file', { queueForbidden: 'yes' }))).toBe(
      'the policy the file, which cannot be read and so counts as forbidding it',
    )
    expect(by({ ...layer('environment', { QueueForbidden: true }), place: 'PARCEL_DESK_FORBID_QUEUE' })).toBe(
      'the setting PARCEL_DESK_FORBID_QUEUE of this computer',
    )
  })
})
