import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Brought, bringElectron } from '../../electron-host/bring-electron.ts'
import { electronProgram, PROGRAM_NAME } from '../../electron-host/electron-program.ts'
import { runElectron } from '../../electron-host/run-electron.ts'
import {
  ELECTRON_VERSION,
  electronArchive,
  electronPackage,
  installByHand,
  startMirror,
} from '../../support/electron-mirror.ts'
import { freePorts } from '../../support/free-ports.ts'
import { listenHere } from '../../support/listen-here.ts'
import { privateCa } from '../../support/private-ca.ts'
import { startConnectProxy } from '../../support/start-connect-proxy.ts'
import { IS_POSIX } from '../../support/system-abilities.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const ARCHIVE = electronArchive()
/** Longer than any machine needs for what is at hand. */
const PATIENT = { connectMs: 200_000, silenceMs: 200_000, unpackMs: 200_000 }

interface Site {
  folder: string
  env: NodeJS.ProcessEnv
  said: string[]
  bring: (patience?: Partial<typeof PATIENT>) => Promise<Brought>
}

/** A package without its program, and a computer that knows one mirror. */
async function site(mirror: string, given: NodeJS.ProcessEnv = {}): Promise<Site> {
  const folder = await electronPackage(ARCHIVE)
  const env = {
    PATH: process.env['PATH'],
    ELECTRON_MIRROR: mirror,
    electron_config_cache: await tempFolder(),
    ...given,
  }
  const said: string[] = []
  const bring: Site['bring'] = (patience) =>
    bringElectron({ folder, env, say: (text) => void said.push(text), patience: { ...PATIENT, ...patience } })
  return { folder, env, said, bring }
}

const whole = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': ARCHIVE.length }).end(ARCHIVE)
}

const atPort = (port: number): string => `http://127.0.0.1:${port}/`

describe('Electron’s program, where npm installed the package alone', () => {
  it('is fetched from the mirror, checked, unpacked and started, and not fetched again', async () => {
    const { port, asked } = await startMirror(whole)
    const { folder, env, said, bring } = await site(atPort(port))
    const program = join(folder, 'dist', PROGRAM_NAME)
    expect(await bring()).toEqual({ program })
    expect(asked).toEqual([
      `/v${ELECTRON_VERSION}/electron-v${ELECTRON_VERSION}-${process.platform}-${process.arch}.zip`,
    ])
    expect(said[0]).toBe(
      `Electron’s program is fetched once (version ${ELECTRON_VERSION}, about 120 MB), from 127.0.0.1:${port}.`,
    )
    expect(said.at(-1)).toMatch(/^ {2}100 % of \d+ MB$/)
    if (IS_POSIX) expect(await runElectron(program, [])).toEqual({ exitCode: 0, why: undefined })
    // Offline by now.
    expect(
      await bringElectron({ folder, env: { ...env, ELECTRON_MIRROR: 'http://127.0.0.1:9/' }, say: String }),
    ).toEqual({
      program,
    })
    expect(asked).toHaveLength(1)
  })

  it(
    'comes from the cache of Electron’s installer once another checkout has fetched it',
    { tags: 'soak' },
    async () => {
      const { port, asked } = await startMirror(whole)
      const first = await site(atPort(port))
      await first.bring()
      const second = await electronPackage(ARCHIVE)
      expect(await bringElectron({ folder: second, env: first.env, say: String, patience: PATIENT })).toEqual({
        program: join(second, 'dist', PROGRAM_NAME),
      })
      expect(asked).toHaveLength(1)
    },
  )

  it('is fetched from a server that closes its connection, while the disk is behind', { tags: 'soak' }, async () => {
    const large = electronArchive(undefined, 40_000_000)
    const folder = await electronPackage(large)
    const { port } = await startMirror((response) => {
      response.writeHead(200, { 'content-length': large.length, connection: 'close' }).end(large)
    })
    const env = { ELECTRON_MIRROR: atPort(port), electron_config_cache: await tempFolder() }
    expect(await bringElectron({ folder, env, say: String, patience: PATIENT })).toHaveProperty('program')
  })

  it('is fetched however slow the mirror is, as long as something comes', { tags: 'soak' }, async () => {
    const { port } = await startMirror((response) => {
      response.writeHead(200, { 'content-length': ARCHIVE.length })
      let at = 0
      const piece = Math.ceil(ARCHIVE.length / 6)
      const timer = setInterval(() => {
        response.write(ARCHIVE.subarray(at, (at += piece)))
        if (at >= ARCHIVE.length) response.end()
        if (at >= ARCHIVE.length) clearInterval(timer)
      }, 20)
    })
    const { bring, said } = await site(atPort(port))
    expect(await bring()).toHaveProperty('program', expect.stringContaining(PROGRAM_NAME))
    expect(said.length).toBeGreaterThan(2)
  })

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'another file than its makers gave out',
      (response) => response.end(electronArchive('#!/bin/sh\nevil\n')),
      /.*the checksum is another one/,
    ],
    [
      'a web page',
      (response) => response.end('<!doctype html><title>Sign in</title>'),
      /.*the checksum is another one/,
    ],
    [
      'half a file',
      (response) => {
        response.writeHead(200, { 'content-length': ARCHIVE.length })
        response.write(ARCHIVE.subarray(0, 100), () => response.destroy())
      },
      /the connection broke off/,
    ],
    [
      'half a file that calls itself whole',
      (response) => response.end(ARCHIVE.subarray(0, 100)),
      /.*the checksum is another one/,
    ],
    ['nothing of that name', (response) => response.writeHead(404).end(), /it answered 404 Not Found/],
    [
      'an address in a circle',
      (response) => response.writeHead(302, { location: '/again' }).end(),
      /it leads on without end/,
    ],
  ])('is not what a mirror sends that has %s', { tags: 'soak' }, async (_what, answer, sentence) => {
    const { port } = await startMirror(answer)
    const { bring, folder } = await site(atPort(port))
    expect(await bring()).toEqual({
      program: undefined,
      why: expect.stringMatching(
        new RegExp(`^Electron’s program could not be fetched: 127\\.0\\.0\\.1:${port}: ${sentence.source}`),
      ),
    })
    expect(existsSync(join(folder, 'dist'))).toBe(false)
  })

  it('is not fetched over a way that begins encrypted and goes on without', { tags: 'soak' }, async () => {
    const { caFile, key, cert } = await privateCa(await tempFolder())
    const plain = await startMirror(whole)
    const { port } = await startMirror(
      (response) => response.writeHead(302, { location: `${atPort(plain.port)}electron.zip` }).end(),
      (listener) => createTlsServer({ key, cert }, listener),
    )
    const trusting = await site(`https://127.0.0.1:${port}/`, { NODE_EXTRA_CA_CERTS: caFile })
    expect(await trusting.bring()).toMatchObject({
      why: expect.stringContaining(`it leads on to http://127.0.0.1:${plain.port}, which is not encrypted`),
    })
    expect(plain.asked).toEqual([])
    const other = await site(`https://127.0.0.1:${port}/`)
    expect(await other.bring()).toMatchObject({ why: expect.stringContaining('its certificate is not trusted') })
  })

  it(
    'is given up with the reason where there is no server, no name, or no word from it',
    { tags: 'soak' },
    async () => {
      const silent = createTcpServer()
      const port = await listenHere(silent)
      onTestFinished(() => void silent.close())
      const quiet = await site(atPort(port))
      expect(await quiet.bring({ silenceMs: 50 })).toMatchObject({ why: expect.stringContaining('nothing more came.') })
      const [free = 0] = await freePorts(1)
      const absent = await site(atPort(free))
      expect(await absent.bring()).toMatchObject({
        why: expect.stringContaining(`127.0.0.1:${free}: nothing listens there.`),
      })
      const unnamed = await site('http://mirror.invalid/')
      expect(await unnamed.bring()).toMatchObject({ why: expect.stringContaining('its name was not found') })
    },
  )

  it(
    'is fetched through the proxy that the environment names, and says so where that refuses',
    { tags: 'soak' },
    async () => {
      const { caFile, key, cert } = await privateCa(await tempFolder(), { names: 'DNS:electron.example' })
      const { port } = await startMirror(whole, (listener) => createTlsServer({ key, cert }, listener))
      const proxy = await startConnectProxy({ targetPort: () => port })
      const env = { NODE_EXTRA_CA_CERTS: caFile, npm_config_https_proxy: proxy.url }
      const { bring } = await site('https://electron.example/', env)
      expect(await bring()).toEqual({ program: expect.stringContaining(PROGRAM_NAME) })
      expect(proxy.asked).toEqual(['electron.example:443'])
      const strict = await startConnectProxy({ targetPort: () => port, login: 'ops:secret' })
      const refused = await site('https://electron.example/', { ...env, HTTPS_PROXY: strict.url })
      expect(await refused.bring()).toMatchObject({
        why: expect.stringContaining('electron.example: the proxy refused.'),
      })
    },
  )

  it('is not fetched where that is forbidden, nor in place of one that the user has named', async () => {
    const { port, asked } = await startMirror(whole)
    const { bring } = await site(atPort(port), { PARCEL_DESK_NO_DOWNLOAD: '1' })
    expect(await bring()).toEqual({
      program: undefined,
      why: 'Electron’s program is not installed, and PARCEL_DESK_NO_DOWNLOAD forbids to fetch it.',
    })
    const empty = await tempFolder()
    const named = await site(atPort(port), { ELECTRON_OVERRIDE_DIST_PATH: empty })
    expect(await named.bring()).toEqual({
      program: undefined,
      why: `Electron cannot be started: ELECTRON_OVERRIDE_DIST_PATH names ${empty}, where there is no ${PROGRAM_NAME}.`,
    })
    expect(asked).toEqual([])
  })

  it('is fetched anew in place of another version, and of what another name leads to', { tags: 'soak' }, async () => {
    const { port } = await startMirror(whole)
    const { bring, folder, env, said } = await site(atPort(port))
    await installByHand(folder, { version: '44.0.0' })
    expect(electronProgram({ folder, env })).toBeUndefined()
    const forbidden = await bringElectron({ folder, env: { ...env, PARCEL_DESK_NO_DOWNLOAD: '1' }, say: String })
    const why = `Electron 44.0.0 is there, and the desk is made for ${ELECTRON_VERSION}`
    expect(forbidden).toMatchObject({ why: expect.stringContaining(`${why}, and PARCEL_DESK_NO_DOWNLOAD forbids`) })
    expect(await bring()).toEqual({ program: join(folder, 'dist', PROGRAM_NAME) })
    expect(said[0]).toBe(`${why}.`)

    for (const elsewhere of ['../../../../bin/sh', '/bin/sh']) {
      await writeFile(join(folder, 'path.txt'), elsewhere)
      expect(electronProgram({ folder, env })).toBeUndefined()
      expect(await bring()).toEqual({ program: join(folder, 'dist', PROGRAM_NAME) })
      expect(said).toContainEqual(expect.stringContaining(`names “${elsewhere}” and not Electron’s program`))
    }
    // Killed while it was unpacked.
    await rm(join(folder, 'path.txt'))
    expect(electronProgram({ folder, env })).toBeUndefined()
    expect(await bring()).toEqual({ program: join(folder, 'dist', PROGRAM_NAME) })
  })
})
