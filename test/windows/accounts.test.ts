import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoData } from '../exchange-service/demo-data.ts'
import { demoUser, type ExchangeService, startExchangeService } from '../exchange-service/start-exchange-service.ts'
import { createProgram, type Program } from '../integration/cli-program.ts'

const NO_ONE_OFF = { PARCEL_DESK_BASE_URL: undefined, PARCEL_DESK_USERNAME: undefined, PARCEL_DESK_PASSWORD: undefined }

let service: ExchangeService
let program: Program
beforeEach(async () => {
  // A password as a credential of Windows may be: longer than a line, and no ASCII.
  const users = [{ username: demoUser.username, password: `Größe-${'ø'.repeat(1_000)}` }]
  service = await startExchangeService({ data: demoData({ setsPerCustomer: 1 }), users })
  program = await createProgram(service.url)
})
afterEach(async () => {
  await program.run(['sign-out', '--profile', 'demo'], { env: NO_ONE_OFF })
  await service.close()
  await program.remove()
})

describe('a saved account on Windows', () => {
  it('has its password among the credentials of Windows, is used without one, and is forgotten again', async () => {
    const password = `Größe-${'ø'.repeat(1_000)}`
    const address = ['--base-url', service.url, '--username', demoUser.username]
    const signIn = ['sign-in', '--profile', 'demo', '--environment', 'test', ...address, '--password-stdin', '--json']
    // As a text file of Windows ends its lines.
    const signedIn = await program.run(signIn, { env: NO_ONE_OFF, stdin: `${password}\r\n` })
    expect(signedIn).toMatchObject({ code: 0, stderr: '' })
    const found = await program.run(['counterparties', '--json'], { env: NO_ONE_OFF })
    expect({ code: found.code, found: JSON.parse(found.stdout) }).toMatchObject({ code: 0, found: { length: 7 } })
    expect(await program.everythingIn('.')).not.toContain('øøø')
    expect(await program.run(['sign-out'], { env: NO_ONE_OFF })).toMatchObject({ code: 0 })
    expect(await program.run(['counterparties'], { env: NO_ONE_OFF })).toMatchObject({ code: 3 })
  })
})
