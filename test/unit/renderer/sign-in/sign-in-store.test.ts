import { describe, expect, it } from 'vitest'
import { environmentOf } from '../../../../src/renderer/sign-in/environment-choice.ts'
import type { Account } from '../../../../src/renderer/sign-in/sign-in-state.ts'
import { createSignInStore, type SignInStore } from '../../../../src/renderer/sign-in/sign-in-store.ts'
import { accountMethods } from '../../../../src/shared/contract/accounts-contract.ts'
import type { DescribedFailure } from '../../../../src/shared/errors/failure.ts'
import { scriptedCaller, type ScriptedCaller } from '../scripted-caller.ts'

const TYPED = { baseUrl: 'https://exchange.example', username: 'ops', password: 'secret' }
const AT_START = { isFormOpen: false, step: { at: 'waiting', focus: null } }
const AURORA: Account = {
  profile: 'Aurora',
  environment: 'production',
  baseUrl: 'https://exchange.example',
  username: 'ops',
  credentialForm: 'headers',
  caFileName: null,
}

interface Sample {
  store: SignInStore
  caller: ScriptedCaller
  toasts: string[]
}

/** The service answers every sign-in with this failure; nobody is signed in. */
function sampleStore(tag: DescribedFailure['tag'], ...accounts: Account[]): Sample {
  return sampleWith(false, tag, accounts)
}

/** The same with the desk open. */
function sampleAtDesk(tag: DescribedFailure['tag']): Sample {
  return sampleWith(true, tag, [])
}

function sampleWith(isSignedIn: boolean, tag: DescribedFailure['tag'], accounts: readonly Account[]): Sample {
  const toasts: string[] = []
  const failureIn = (): DescribedFailure => ({ tag, message: 'It failed.', next: 'Try again.' })
  const caller = scriptedCaller({})
  const store = createSignInStore({
    caller: { ...caller, failureIn },
    accounts: () => accounts,
    services: () => [{ name: 'Aurora', address: 'https://aurora.example' }],
    isSignedIn: () => isSignedIn,
    toast: ({ text }) => void toasts.push(text),
    mayKeep: () => true,
  })
  return { store, caller, toasts }
}

describe('the sign-in form', () => {
  it.each([
    ['sign-in-refused', 'password'],
    ['bad-usage', 'baseUrl'],
    ['service-unreachable', 'signIn'],
  ] as const)('sends the keyboard after %s to %s, and keeps what was typed', async (tag, focus) => {
    const { store } = sampleStore(tag)
    store.actions.change({ ...TYPED, chosenEnvironment: 'production' })
    await store.actions.submit()
    expect(store.getState()).toMatchObject({ form: { username: 'ops' }, step: { at: 'failed', focus } })
  })

  it('calls an account as the organisation calls its service, unless another account is called so', () => {
    const typed = { baseUrl: 'https://aurora.example', username: 'ops ' }
    const nameWith = (...accounts: Account[]): string => {
      const { store } = sampleStore('bad-usage', ...accounts)
      store.actions.change(typed)
      return store.actions.suggestedName()
    }
    const own = { ...AURORA, profile: 'Aurora', baseUrl: typed.baseUrl, username: 'ops' }
    expect(nameWith()).toBe('Aurora')
    expect(nameWith(own)).toBe('Aurora')
    expect(nameWith({ ...own, username: 'desk' })).toBe('ops at aurora.example')
    expect(nameWith({ ...own, baseUrl: 'https://other.example' })).toBe('ops at aurora.example')
  })

  it('says nothing about a sign-in that the user cancelled', async () => {
    const { store } = sampleStore('interrupted')
    store.actions.change({ ...TYPED, chosenEnvironment: 'test' })
    await store.actions.submit()
    expect(store.getState().step).toEqual({ at: 'waiting', focus: 'signIn' })
  })

  it('switches to a demo that has queues, and shows in passing why it could not', async () => {
    const { store, caller, toasts } = sampleAtDesk('service-unreachable')
    const broker = { hosts: [], usesTls: false, virtualHost: '/', queue: 'parcels', username: 'u', password: 'p' }
    const demo = { ...TYPED, broker }
    await store.actions.signInToDemo(demo)
    const [input] = caller.inputsOf('accounts.signIn')
    expect(accountMethods['accounts.signIn'].input.parse(input)).toMatchObject({ ...TYPED, environment: 'test' })
    expect(toasts).toEqual(['It failed. Try again.'])
    expect(store.getState()).toMatchObject(AT_START)
  })

  it('shows the failure of a switch in passing, because the desk stays open', async () => {
    const { store, toasts } = sampleAtDesk('service-unreachable')
    await store.actions.signInAs('ops at exchange')
    expect(toasts).toEqual(['It failed. Try again.'])
    expect(store.getState()).toMatchObject(AT_START)
  })
})

describe('the environment of a new account', () => {
  it('is never assumed: an address that says nothing has to be answered for', async () => {
    const { store, caller } = sampleStore('interrupted')
    store.actions.change(TYPED)
    expect(environmentOf(store.getState().form)).toBeNull()
    await store.actions.submit()
    expect(store.getState()).toMatchObject({ step: { at: 'waiting', focus: 'environment' } })
    expect(caller.calls).toEqual([])
  })

  it('is test where the address says so, until the user chooses otherwise', () => {
    const { store } = sampleStore('interrupted')
    store.actions.change({ baseUrl: 'https://uat.exchange.example' })
    expect(environmentOf(store.getState().form)).toBe('test')
    store.actions.change({ chosenEnvironment: 'production' })
    expect(environmentOf(store.getState().form)).toBe('production')
  })

  it.each([
    { baseUrl: 'https://uat.exchange.example', environment: 'production', words: '“uat”' },
    { baseUrl: 'exchange.example', environment: 'test', words: '“Aurora”' },
  ] as const)('is asked about before a password is sent: $environment at $baseUrl', async (typed) => {
    const { baseUrl, environment, words } = typed
    const { store, caller } = sampleStore('service-unreachable', AURORA)
    store.actions.change({ ...TYPED, baseUrl, chosenEnvironment: environment })
    await store.actions.submit()
    expect(store.getState().step).toMatchObject({ at: 'doubtful', environment, doubt: expect.stringContaining(words) })
    expect(caller.calls).toEqual([])

    await store.actions.confirmEnvironment(environment)
    expect(caller.inputsOf('accounts.signIn')).toMatchObject([{ environment }])
    // Once confirmed, it is not asked about again.
    await store.actions.submit()
    expect(caller.inputsOf('accounts.signIn')).toHaveLength(2)
  })
})

describe('a saved account', () => {
  it.each(['sign-in-refused', 'no-credentials'] as const)(
    'fills in the form after %s, so that only its password is typed',
    async (tag) => {
      const { store } = sampleStore(tag, AURORA)
      await store.actions.signInAs('Aurora')
      const { baseUrl, username, credentialForm } = AURORA
      const form = { baseUrl, username, credentialForm, password: '', profile: 'Aurora', known: 'Aurora' }
      expect(environmentOf(store.getState().form)).toBe('production')
      expect(store.getState()).toMatchObject({ form, isFormOpen: true, step: { at: 'failed', focus: 'password' } })
    },
  )

  it('stays in the list when its service cannot be reached', async () => {
    const { store } = sampleStore('service-unreachable', AURORA)
    await store.actions.signInAs('Aurora')
    expect(store.getState()).toMatchObject({ isFormOpen: false, step: { at: 'failed', focus: null } })
  })
})
