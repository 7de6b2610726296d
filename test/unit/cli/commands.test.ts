import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ParcelDesk } from '../../../src/engine/parcel-desk.ts'
import { AppError } from '../../../src/shared/errors/app-error.ts'
import { POLICY_KEYS } from '../../../src/engine/policy/merge-layers.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { policyOf } from '../../support/test-policy.ts'
import { createFakeDesk } from './fake-desk.ts'
import { CUSTOMER_ID, demoConnection, demoJob, demoResult, demoSet, DOCUMENT_ID, SET_ID } from './demo-values.ts'
import { json, run } from '../../support/fake-terminal.ts'

const PASSWORD = 'hunter2-canary'
const env = { PARCEL_DESK_PASSWORD: PASSWORD }
const ONE_OFF = ['--base-url', 'https://exchange.example/', '--username', 'ops']

describe('counterparties', () => {
  it('prints ids and names as JSON and nothing else', async () => {
    const { code, stdout, stderr } = await run(['counterparties', '--json'], { desk: createFakeDesk().desk })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      { customerId: CUSTOMER_ID, customerName: 'Aurora Grain AG' },
      { customerId: SET_ID, customerName: 'Ōsaka Mills' },
    ])
    expect(stderr).toBe('')
  })

  it('finds a part of a name, ignoring case', async () => {
    const { stdout } = await run(['counterparties', '--name', 'ŌSAKA  m', '--json'], { desk: createFakeDesk().desk })
    expect(JSON.parse(stdout)).toEqual([{ customerId: SET_ID, customerName: 'Ōsaka Mills' }])
  })

  it('ends with 6 and an empty list when no name fits, so that a script needs no second shape', async () => {
    const { code, stdout, stderr } = await run(['counterparties', '--name', 'x', '--json'], {
      desk: createFakeDesk().desk,
    })
    expect({ code, stdout: json(stdout) }).toEqual({ code: 6, stdout: [] })
    expect(stderr).toContain('Nothing matched')
  })

  it('says how many rows of the list could not be read, and does not take them for an empty list', async () => {
    const problems = [{ where: 'the list of customers', message: '6 of 6 rows could not be read' }]
    const customers = () => Promise.resolve({ counterparties: [], problems, isWhole: false })
    const { desk } = createFakeDesk({ session: { customers } })
    const { code, stdout, stderr } = await run(['counterparties', '--json'], { desk })
    expect({ code, stdout: json(stdout) }).toEqual({ code: 5, stdout: [] })
    expect(stderr).toContain('the list of customers: 6 of 6 rows could not be read')
    expect(stderr).toContain('0 customers found, but the service did not list everything')
  })
})

describe('get', () => {
  it('prints where the document is and its checksum', async () => {
    const argv = ['get', '--set', SET_ID, '--document', DOCUMENT_ID, '--output', 'bl.pdf', '--json']
    const { code, stdout } = await run(argv, { desk: createFakeDesk().desk, workingDir: '/home/ops' })
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      setId: SET_ID,
      documentId: DOCUMENT_ID,
      path: resolve('/home/ops/bl.pdf'),
      bytes: 1500,
      sha256: 'ab'.repeat(32),
      remark: null,
    })
  })
})

describe('undo', () => {
  it('says what it removed, and of each file that stays why', async () => {
    const { desk } = createFakeDesk()
    const { code, stdout } = await run(['undo', '20260204T0819-0a1b2c3d', '--json'], { desk })
    expect({ code, stdout: json(stdout) }).toMatchObject({
      code: 0,
      stdout: { job: '20260204T0819-0a1b2c3d', removed: 2, vanished: 1, kept: [{ path: 'a.pdf', reason: 'changed' }] },
    })
    expect((await run(['undo', 'x'], { desk })).stdout).toBe(
      'kept, changed since  a.pdf\n/archive: 2 files removed, 1 kept, 1 no longer there\n',
    )
  })

  it('tells with --dry-run what it would remove and keep', async () => {
    const { desk } = createFakeDesk()
    const { code, stdout } = await run(['undo', 'x', '--dry-run', '--json'], { desk })
    expect({ code, stdout: json(stdout) }).toMatchObject({
      code: 0,
      stdout: { job: 'x', wouldRemove: ['b.pdf', 'c.pdf'], vanished: 1, kept: [{ path: 'a.pdf' }], isComplete: true },
    })
    expect((await run(['undo', 'x', '--dry-run'], { desk })).stdout).toBe(
      'would be removed  b.pdf\nwould be removed  c.pdf\nkept, changed since  a.pdf\n' +
        '/archive: 2 files would be removed, 1 kept, 1 no longer there; nothing was changed\n',
    )
  })

  it('ends as interrupted when it was stopped, because files that it would remove are still there', async () => {
    const { desk } = createFakeDesk()
    const jobs = { ...desk.jobs, undo: async (job: string) => ({ ...(await desk.jobs.undo(job)), isComplete: false }) }
    const { code, stdout, stderr } = await run(['undo', 'x', '--json'], { desk: { ...desk, jobs } })
    expect({ code, stdout: json(stdout) }).toMatchObject({ code: 130, stdout: { removed: 2, isComplete: false } })
    expect(stderr).toBe('Stopped on request. “parcel-desk undo x” goes on.\n')
  })
})

describe('verify', () => {
  it('ends with 0 when the folder is as recorded', async () => {
    const { code, stdout } = await run(['verify', 'x', '--json'], { desk: createFakeDesk().desk, workingDir: '/home' })
    expect({ code, stdout: json(stdout) }).toEqual({
      code: 0,
      stdout: { folder: resolve('/home/x'), ok: 2, missing: [], changed: [], extra: [], unreadable: [], remarked: [] },
    })
  })

  it('ends with 5 and names what differs', async () => {
    const verify = (folder: string) =>
      Promise.resolve({
        folder,
        ok: 1,
        missing: ['a.pdf'],
        changed: [],
        extra: ['b.pdf'],
        unreadable: [],
        remarked: [],
      })
    const desk = () => createFakeDesk({ desk: { verify } }).desk
    const { code, stdout } = await run(['verify', '/x', '--json'], { desk: desk() })
    expect(code).toBe(5)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: 1,
      missing: ['a.pdf'],
      extra: ['b.pdf'],
      failure: { tag: 'folder-differs' },
    })
    expect((await run(['verify', '/x'], { desk: desk() })).stdout).toMatch(
      /missing +a\.pdf\nextra +b\.pdf\n.*1 as recorded/,
    )
  })
})

describe('jobs', () => {
  it('says of an undone job how much was removed, because it is as done as any other', async () => {
    const jobs = [demoJob({ saved: 0, removed: 3, planned: 3 })]
    const { stdout } = await run(['jobs'], { desk: createFakeDesk({ jobs }).desk })
    expect(stdout).toMatch(/SAVED +FAILED +REMOVED/)
    expect(stdout).toMatch(/0\/3 +0 +3 /)
  })

  it('lists the jobs as they are', async () => {
    const jobs = [demoJob()]
    const { stdout } = await run(['jobs', '--json'], { desk: createFakeDesk({ jobs }).desk })
    expect(JSON.parse(stdout)).toEqual(jobs)
  })

  it('says so when there are none', async () => {
    expect((await run(['jobs'], { desk: createFakeDesk().desk })).stdout).toBe('There are no jobs.\n')
    expect((await run(['jobs', '--json'], { desk: createFakeDesk().desk })).stdout).toBe('[]\n')
  })
})

describe('a connection for one run', () => {
  it('uses the password from the environment and touches no profile', async () => {
    const { desk, calls } = createFakeDesk()
    const { code } = await run(['search', ...ONE_OFF], { desk, env })
    expect(code).toBe(0)
    expect(calls.useProfile).toEqual([])
    expect(calls.useOnce).toEqual([
      {
        baseUrl: 'https://exchange.example',
        username: 'ops',
        password: PASSWORD,
        credentialForm: 'basic',
        environment: 'production',
      },
    ])
  })

  it('uses a certificate file for a saved account too', async () => {
    const { desk, calls } = createFakeDesk()
    await run(['search', '--ca-file', import.meta.filename], { desk })
    expect(calls.connections).toMatchObject([{ profile: 'only', caFile: import.meta.filename }])
  })

  it.each([
    ['of this run', ONE_OFF, PASSWORD],
    ['from the keychain', [], 'kept-canary'],
  ])('keeps the password %s out of everything, even when the service says it back', async (_which, words, password) => {
    const customers = () =>
      Promise.reject(new AppError({ tag: 'access-denied', endpoint: 'the customers', said: `no ${password} here` }))
    const { desk } = createFakeDesk({ session: { customers } })
    const { code, stdout, stderr, log } = await run(['counterparties', '--json', ...words], { desk, env })
    expect(code).toBe(4)
    expect(stdout).toContain('[redacted]')
    expect(stdout + stderr + log).not.toContain(password)
  })
})

describe('a command that fails', () => {
  it('prints the failure as JSON, one sentence on stderr, and ends with the code of its kind', async () => {
    const search = () =>
      Promise.reject(new AppError({ tag: 'service-unreachable', origin: 'https://e', reason: 'no route' }))
    const { code, stdout, stderr } = await run(['search', '--json'], {
      desk: createFakeDesk({ session: { search } }).desk,
    })
    expect(code).toBe(4)
    expect(JSON.parse(stdout)).toEqual({
      failure: {
        tag: 'service-unreachable',
        message: 'https://e cannot be reached: no route.',
        next: 'Check the address, the network and the proxy, then try again.',
      },
    })
    expect(stderr).toBe(
      'https://e cannot be reached: no route. Check the address, the network and the proxy, then try again.\n',
    )
  })

  it('prints nothing on stdout without --json, and its sentence even with --quiet', async () => {
    const search = () => Promise.reject(new AppError({ tag: 'disk-full', folder: '/x' }))
    const { code, stdout, stderr } = await run(['search', '--quiet'], {
      desk: createFakeDesk({ session: { search } }).desk,
    })
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' })
    expect(stderr).toContain('The disk that holds /x is full.')
  })

  it('turns an unexpected error into a reference, under which the log has the stack', async () => {
    const search = () => Promise.reject(new TypeError('x is not a function'))
    const { code, stdout, stderr, log } = await run(['search'], { desk: createFakeDesk({ session: { search } }).desk })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const reference = /reference ([0-9a-f]{8})/.exec(stderr)?.[1] ?? 'none'
    expect(stderr).not.toContain('x is not a function')
    expect(log).toContain(reference)
    expect(log).toContain('commands.test.ts')
  })

  it('closes the engine whatever happened', async () => {
    const search = () => Promise.reject(new Error('no'))
    const { desk, calls } = createFakeDesk({ session: { search } })
    await run(['search'], { desk })
    expect(calls.closed).toBe(1)
  })

  it('prints no second document after part of the first', async () => {
    const sets = function* () {
      yield demoSet()
      throw new Error('the index broke')
    }
    const search = () => Promise.resolve(demoResult([], { total: 2, loaded: 2, sets }))
    const { code, stdout } = await run(['search', '--json'], { desk: createFakeDesk({ session: { search } }).desk })
    expect(code).toBe(1)
    expect(stdout).not.toContain('failure')
  })
})

describe('notices of the engine', () => {
  it('are shown once, on stderr, with --quiet too', async () => {
    const onNotice: ParcelDesk['onNotice'] = (tell) => tell({ where: 'ledger.sqlite', message: 'was set aside' })
    const { stdout, stderr } = await run(['jobs', '--json', '--quiet'], {
      desk: createFakeDesk({ desk: { onNotice } }).desk,
    })
    expect(stdout).toBe('[]\n')
    expect(stderr).toBe('ledger.sqlite: was set aside\n')
  })
})

describe('general options', () => {
  it('reach the engine; the environment names the data folder where the option does not', async () => {
    const { desk } = createFakeDesk()
    const named = await run(['jobs', '--data-dir', 'd', '--log-file', 'l', '--verbose'], { desk })
    expect(named.opened).toEqual([{ dataDir: 'd', logFile: 'l', isVerbose: true }])
    const fromEnv = await run(['jobs'], { desk, env: { PARCEL_DESK_DATA_DIR: '/data' } })
    expect(fromEnv.opened).toEqual([{ dataDir: '/data', logFile: undefined, isVerbose: false }])
  })
})

describe('profiles', () => {
  it('lists what is saved, field by field', async () => {
    const profiles = [demoConnection('uat')]
    const { stdout } = await run(['profiles', '--json'], { desk: createFakeDesk({ profiles }).desk })
    expect(JSON.parse(stdout)).toEqual([
      {
        profile: 'uat',
        environment: 'test',
        baseUrl: 'https://exchange.example',
        username: 'ops',
        credentialForm: 'basic',
        caFile: null,
      },
    ])
  })
})

describe('notices', () => {
  const parties = [
    { name: 'zod', version: '4.6.7', licence: 'MIT', text: 'Permission is hereby granted' },
    { name: 'Liberation Sans', version: '1.0', licence: 'GPL-2.0', text: 'a paragraph\n\nand another' },
  ]
  const builtWith = async (): Promise<string> => {
    const file = join(await tempFolder(), 'third-parties.json')
    await writeFile(file, JSON.stringify(parties))
    return file
  }

  it.each(['notices', '--notices'])(
    'prints by “%s” each part by others, with the text of its licence',
    async (word) => {
      const thirdPartyFile = await builtWith()
      const { code, stdout, stderr } = await run([word], { thirdPartyFile })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('zod 4.6.7 (MIT)\n===============\n\nPermission is hereby granted\n')
      expect(stdout).toContain(
        'Liberation Sans 1.0 (GPL-2.0)\n=============================\n\na paragraph\n\nand another\n',
      )
      expect(json((await run([word, '--json'], { thirdPartyFile })).stdout)).toEqual(parties)
    },
  )

  it('says in a checkout that is not built that there are none yet', async () => {
    const { code, stdout, stderr } = await run(['notices'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Run “npm run build” first.')
  })
})

describe('policy', () => {
  const policy = policyOf({ QueueForbidden: true, NamePattern: '{name}' })
  const desk = () => createFakeDesk({ desk: { policy } }).desk

  it('lists every key with its value and its source, in the names that scripts depend on', async () => {
    const { stdout, code } = await run(['policy', '--json'], { desk: desk() })
    const records: unknown = JSON.parse(stdout)
    expect(code).toBe(0)
    expect(records).toHaveLength(POLICY_KEYS.length)
    expect(records).toEqual(
      expect.arrayContaining([
        { key: 'QueueForbidden', value: true, source: 'machine', locked: true },
        { key: 'NamePattern', value: '{name}', source: 'machine', locked: false },
        { key: 'ArchiveRoots', value: null, source: 'default', locked: false },
      ]),
    )
  })

  it('is a table for people', async () => {
    const { stdout } = await run(['policy'], { desk: desk() })
    expect(stdout).toMatch(/^KEY +VALUE +SOURCE +LOCKED$/m)
    expect(stdout).toMatch(/^QueueForbidden +true +machine +yes$/m)
    expect(stdout).toMatch(/^ArchiveRoots +– +default +no$/m)
  })
})
