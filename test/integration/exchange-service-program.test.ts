import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { readFlags } from '../exchange-service/read-flags.ts'
import { privateCa } from '../support/private-ca.ts'

const printed = z.strictObject({ url: z.string(), username: z.string(), password: z.string() })

describe('the flags of the service', () => {
  it('put shares of documents on one throw of dice, and everything else into rules', () => {
    const { faults } = readFlags(['--fault', '503=0.08', '--fault', 'search.html=1', '--fault', 'token.429@2'])
    expect(faults).toMatchObject({
      documents: { '503': 0.08 },
      rules: [
        { match: 'search', kind: 'html', probability: 1 },
        { match: 'token', kind: '429', nth: 2 },
      ],
    })
  })

  it.each([['--fault', '777=1'], ['--fault', '503'], ['--paging', 'sideways'], ['--tls-key', 'a.key'], ['--colour']])(
    'refuse %s %s, so that a typing error does not start a service without faults',
    (...flags) => {
      expect(() => readFlags(flags)).toThrow(Error)
    },
  )
})

describe('the service as a program', () => {
  it('prints its address, follows its flags over TLS, and ends on a signal', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'exchange-service-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { caFile } = await privateCa(folder)
    const tls = ['--tls-key', join(folder, 'leaf.key'), '--tls-cert', join(folder, 'leaf.crt')]
    const flags = [...tls, '--sets', '100000', '--fault', 'token.500@1', '--fault', 'html=1']
    const program = spawn(process.execPath, [join(import.meta.dirname, '../exchange-service/main.ts'), ...flags])
    onTestFinished(() => void program.kill('SIGKILL'))
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(program.stdout), 'line'))
    const { url, username, password } = printed.parse(JSON.parse(line))
    const asked = request(`${url}/v3/common/oauth2/token`, {
      ca: await readFile(caFile),
      headers: { username, password },
    }).end()
    const [answer] = z.tuple([z.object({ statusCode: z.number() })]).parse(await once(asked, 'response'))
    asked.destroy()
    program.kill('SIGTERM')
    const [exitCode] = z.tuple([z.number(), z.null()]).parse(await once(program, 'exit'))
    expect([answer.statusCode, exitCode]).toEqual([500, 0])
  })
})
