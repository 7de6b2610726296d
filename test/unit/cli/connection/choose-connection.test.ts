import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseConnection, type ConnectionChoice } from '../../../../src/cli/connection/choose-connection.ts'
import type { ConnectionOptions } from '../../../../src/cli/options/option-types.ts'
import { failureOf } from '../../../../src/shared/errors/app-error.ts'
import { createFakeTerminal } from '../../../support/fake-terminal.ts'

function choose(options: ConnectionOptions, env: Record<string, string> = {}): ConnectionChoice {
  return chooseConnection(options, createFakeTerminal({ env, workingDir: '/home/ops' }).terminal)
}

const ADDRESS = { baseUrl: 'https://a.example', username: 'ops' }
const ONCE = {
  kind: 'once',
  address: { ...ADDRESS, credentialForm: 'basic', environment: 'production' },
  caFile: undefined,
}
const FROM_ENV = { PARCEL_DESK_BASE_URL: 'https://a.example/', PARCEL_DESK_USERNAME: 'ops' }

describe('chooseConnection', () => {
  it.each<[string, ConnectionOptions, Record<string, string>, object]>([
    ['the only saved account when nothing is said', {}, {}, { kind: 'profile', name: undefined, caFile: undefined }],
    ['the named profile', { profile: 'uat' }, {}, { kind: 'profile', name: 'uat', caFile: undefined }],
    ['the profile of the environment', {}, { PARCEL_DESK_PROFILE: 'uat' }, { kind: 'profile', name: 'uat' }],
    ['a named profile before the environment', { profile: 'uat' }, FROM_ENV, { kind: 'profile', name: 'uat' }],
    ['a connection for once', ADDRESS, {}, ONCE],
    ['a connection for once from the environment', {}, FROM_ENV, ONCE],
    [
      'address from one and user from the other',
      { username: 'ops' },
      { PARCEL_DESK_BASE_URL: 'https://a.example' },
      ONCE,
    ],
    ['options before a profile of the environment', ADDRESS, { PARCEL_DESK_PROFILE: 'uat' }, ONCE],
    [
      'form and environment',
      { ...ADDRESS, credentialForm: 'headers', environment: 'test' },
      {},
      { address: { credentialForm: 'headers', environment: 'test' } },
    ],
    [
      'a certificate file below the folder it was typed in',
      { caFile: 'ca.pem' },
      {},
      { caFile: resolve('/home/ops/ca.pem') },
    ],
    [
      'a certificate file from the environment',
      ADDRESS,
      { PARCEL_DESK_CA_FILE: '/ca.pem' },
      { caFile: resolve('/ca.pem') },
    ],
    [
      'empty variables as not set, as scripts leave them',
      {},
      { PARCEL_DESK_BASE_URL: '' },
      { kind: 'profile', name: undefined },
    ],
  ])('takes %s', (...[, options, env, choice]) => {
    expect(choose(options, env)).toMatchObject(choice)
  })

  it.each<[string, ConnectionOptions, Record<string, string>]>([
    ['a profile and an address', { profile: 'uat', ...ADDRESS }, {}],
    ['a profile and an address in the environment', {}, { PARCEL_DESK_PROFILE: 'uat', ...FROM_ENV }],
    ['an address alone, instead of taking a saved user', { baseUrl: 'https://a.example' }, {}],
    ['a user alone, instead of taking a saved address', {}, { PARCEL_DESK_USERNAME: 'ops' }],
    ['an address that would send the password readable', { ...ADDRESS, baseUrl: 'http://a.example' }, {}],
    ['a user for a profile, which has its own', { profile: 'uat', username: 'ops' }, {}],
    ['an environment for a saved account', { environment: 'test' }, {}],
    ['a form of credentials for a saved account', { credentialForm: 'headers' }, {}],
  ])('refuses %s', (_what, options, env) => {
    let thrown: unknown
    try {
      choose(options, env)
    } catch (error) {
      thrown = error
    }
    expect(failureOf(thrown)?.tag).toBe('bad-usage')
  })
})
