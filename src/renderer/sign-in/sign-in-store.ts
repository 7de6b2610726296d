import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { Environment } from '../../shared/model/connection.ts'
import { accountCalled, type AccountIdentity, defaultAccountName } from '../../shared/text/account-names.ts'
import { type Caller, deskCaller } from '../client/desk-client.ts'
import { deskStore, type DeskState } from '../client/desk-store.ts'
import { showToast, type ToastContent } from '../ui/feedback/toast-queue.ts'
import { doubtAbout, environmentOf } from './environment-choice.ts'

type SignIn = Input<'accounts.signIn'>
type Account = DeskState['accounts'][number]

export interface SignInForm {
  baseUrl: string
  /** The user types the address of a service that is not in the organisation’s list. */
  isOtherService: boolean
  username: string
  password: string
  /** Null until the user has chosen; until then the address decides, if it says anything. */
  chosenEnvironment: Environment | null
  /** Said beside the choice, when it was left open. */
  isEnvironmentMissing: boolean
  /** Why the environment may be wrong, until the user has answered. */
  doubt: string | null
  /** The environment and address that the user has confirmed against a doubt. */
  confirmed: string
  credentialForm: SignIn['credentialForm']
  /** Kept in the keychain under `profile`, or for this session only. */
  isKept: boolean
  profile: string
  /** Without an id: the profile’s own file, which stays with the new password. */
  caFile: { fileId: string | null; name: string } | null
  isBusy: boolean
  /** The saved account that is being signed in. Its button stays enabled, or it would lose the focus. */
  busyProfile: string | null
  /** Shown over an open session, to add an account. */
  isOpen: boolean
  /** The form instead of the saved accounts: for another account, or because a password has to be typed. */
  isFormOpen: boolean
  /** The saved account whose password has to be typed. */
  knownProfile: string | null
  /** The user has gone back to the desk, which has to take the focus. */
  hasReturned: boolean
  failure: DescribedFailure | null
  /** Where the keyboard has to go, until it is there. */
  focusTarget: 'baseUrl' | 'environment' | 'password' | 'signIn' | null
}

const EMPTY: SignInForm = {
  baseUrl: '',
  isOtherService: false,
  username: '',
  password: '',
  chosenEnvironment: null,
  isEnvironmentMissing: false,
  doubt: null,
  confirmed: '',
  credentialForm: 'basic',
  isKept: true,
  profile: '',
  caFile: null,
  isBusy: false,
  busyProfile: null,
  isOpen: false,
  isFormOpen: false,
  knownProfile: null,
  hasReturned: false,
  failure: null,
  focusTarget: null,
}

interface DemoAccount {
  readonly baseUrl: string
  readonly username: string
  readonly password: string
}

export interface SignInActions {
  change(changed: Partial<SignInForm>): void
  /** Fills in one of the services that the organisation has set up. */
  chooseService(service: { address: string; environment: Environment }): void
  /**
   * Signs in as the form says, once it says test or production; what looks like a mistake there is asked about first. The form
   * keeps its text until that succeeds, so that only the mistake is typed again.
   */
  submit(): Promise<void>
  /** The user’s answer to the doubt: signs in there. */
  confirmEnvironment(environment: Environment): Promise<void>
  /**
   * Signs in with the password in the keychain. If the service refuses it, or the keychain has none, the form is filled in
   * from the profile, so that only the password is left to type.
   */
  signInAs(profile: string): Promise<void>
  /** The same from the desk, which stays where it is unless a password has to be typed. */
  switchTo(profile: string): Promise<void>
  /** The same for the demo service, which is no saved account. */
  switchToDemo(demo: DemoAccount): Promise<void>
  /** After the keychain has failed: the account can be used until the window is closed. */
  signInForThisSession(): Promise<void>
  /** Fills in the demo service that this host offers, and signs in for this session. */
  signInToDemo(demo: DemoAccount): Promise<void>
  /** Stops waiting for the service. */
  cancel(): Promise<void>
  /** Opens the form for one more account, from the desk: the session stays open. */
  addAccount(): void
  /** The same from the saved accounts. */
  openForm(): void
  /** Back to the saved accounts, or to the desk. */
  leave(): void
  /** What the account is called unless the user names it. */
  suggestedName(): string
  chooseCaFile(): Promise<void>
}

export interface SignInStore extends StoreApi<SignInForm> {
  readonly actions: SignInActions
}

/** Of a failed sign-in the tag is needed too: it says which field to correct. */
export interface SignInCaller extends Caller {
  failureIn(thrown: unknown): DescribedFailure
}

/** A service that the organisation has set up. */
interface Service {
  readonly name: string
  readonly address: string
}

export interface SignInDependencies {
  readonly caller: SignInCaller
  readonly accounts: () => readonly Account[]
  readonly services: () => readonly Service[]
  readonly toast: (content: ToastContent) => void
  /** Whether passwords may be kept on this computer. */
  readonly mayKeep: () => boolean
}

/** Failures that a newly typed password mends: the old one was refused, or the keychain has none. */
const NEEDS_PASSWORD = new Set<string>(['sign-in-refused', 'no-credentials', 'keychain-unavailable'])

/** The sign-in form, and the ways to sign in without it. */
export function createSignInStore(dependencies: SignInDependencies): SignInStore {
  const { caller, accounts, services, toast, mayKeep } = dependencies
  const store = createStore<SignInForm>(() => EMPTY)

  /** `onFailure` says where the keyboard goes; null leaves it where it is. */
  const attempt = async (
    work: () => Promise<void>,
    onFailure: (failure: DescribedFailure) => SignInForm['focusTarget'],
  ): Promise<void> => {
    store.setState({ isBusy: true, failure: null })
    try {
      await work()
    } catch (thrown) {
      const failure = caller.failureIn(thrown)
      const focusTarget = onFailure(failure)
      // What the user cancelled needs no explanation.
      store.setState({ failure: failure.tag === 'interrupted' ? null : failure, focusTarget })
    } finally {
      store.setState({ isBusy: false, busyProfile: null })
    }
  }

  const change = (changed: Partial<SignInForm>): void =>
    store.setState({ failure: null, doubt: null, isEnvironmentMissing: false, ...changed })

  const suggestedName = (): string => {
    const form = store.getState()
    const account = { ...form, username: form.username.trim(), environment: environmentOf(form) ?? 'production' }
    return nameOfAccount(account, services(), accounts())
  }

  const send = async (environment: Environment): Promise<void> => {
    const { baseUrl, username, password, credentialForm, isKept, profile, caFile } = store.getState()
    const name = profile.trim() === '' ? suggestedName() : profile
    const input = { baseUrl, username, password, environment, credentialForm }
    const certificate = { caFileId: caFile?.fileId ?? null, keepsCaFile: caFile?.fileId === null }
    await attempt(async () => {
      await caller.call('accounts.signIn', { ...input, ...certificate, profile: isKept && mayKeep() ? name : null })
      store.setState(EMPTY)
    }, fieldToCorrect)
  }

  const submit = async (): Promise<void> => {
    const form = store.getState()
    const environment = environmentOf(form)
    if (environment === null) {
      store.setState({ isEnvironmentMissing: true, focusTarget: 'environment' })
      return
    }
    const isConfirmed = form.confirmed === keyOf(environment, form.baseUrl)
    const doubt = isConfirmed ? null : doubtAbout({ baseUrl: form.baseUrl, environment }, accounts())
    if (doubt === null) await send(environment)
    else store.setState({ doubt, failure: null })
  }

  const signInAs = async (profile: string): Promise<void> => {
    if (store.getState().isBusy) return
    store.setState({ busyProfile: profile })
    await attempt(
      async () => {
        await caller.call('accounts.useProfile', { profile })
        store.setState(EMPTY)
      },
      ({ tag }) => {
        const account = accounts().find((one) => one.profile === profile)
        if (account === undefined || !NEEDS_PASSWORD.has(tag)) return null
        store.setState({ ...formOf(account), isOpen: true, isFormOpen: true, knownProfile: profile })
        return 'password'
      },
    )
  }

  const actions: SignInActions = {
    change,
    suggestedName,
    chooseService: ({ address, environment }) => {
      const confirmed = keyOf(environment, address)
      change({ baseUrl: address, chosenEnvironment: environment, confirmed, isOtherService: false })
    },
    submit,
    confirmEnvironment: async (environment) => {
      const { baseUrl } = store.getState()
      change({ chosenEnvironment: environment, confirmed: keyOf(environment, baseUrl) })
      await send(environment)
    },
    signInAs,
    switchTo: async (profile) => {
      await signInAs(profile)
      const { failure, isOpen } = store.getState()
      if (failure === null || isOpen) return
      store.setState({ failure: null })
      toast({ text: `${failure.message} ${failure.next}` })
    },
    // Field by field: what else the host says of its demo, such as its queues, is refused here.
    switchToDemo: async ({ baseUrl, username, password }) => {
      const connection = { baseUrl, username, password, environment: 'test', credentialForm: 'basic' } as const
      try {
        await caller.call('accounts.signIn', { ...connection, caFileId: null, profile: null })
      } catch (thrown) {
        const { message, next } = caller.failureIn(thrown)
        toast({ text: `${message} ${next}` })
      }
    },
    signInForThisSession: async () => {
      change({ isKept: false })
      // Nothing was typed where the keychain should have provided it.
      if (store.getState().password === '') store.setState({ focusTarget: 'password' })
      else await submit()
    },
    signInToDemo: async (demo) => {
      if (store.getState().isBusy) return
      change({ ...demo, isKept: false })
      await send('test')
    },
    cancel: async () => {
      await caller.call('accounts.cancelSignIn', {})
    },
    addAccount: () => store.setState({ ...EMPTY, isOpen: true, isFormOpen: true }),
    openForm: () => store.setState({ ...EMPTY, isFormOpen: true }),
    leave: () => store.setState(({ isOpen }) => ({ ...EMPTY, hasReturned: isOpen })),
    chooseCaFile: () =>
      attempt(
        async () => {
          const caFile = await caller.call('accounts.chooseCaFile', {})
          if (caFile !== null) store.setState({ caFile })
        },
        () => null,
      ),
  }
  return { ...store, actions }
}

function formOf(account: Account): Partial<SignInForm> {
  const { profile, environment, baseUrl, username, credentialForm, caFileName } = account
  const caFile = caFileName === null ? null : { fileId: null, name: caFileName }
  const chosen = { chosenEnvironment: environment, confirmed: keyOf(environment, baseUrl) }
  return { ...chosen, profile, baseUrl, username, credentialForm, caFile, password: '', isKept: true }
}

function keyOf(environment: Environment, baseUrl: string): string {
  return `${environment} ${baseUrl}`
}

/** The field that a refusal is about; anything else is tried again unchanged. */
function fieldToCorrect({ tag }: DescribedFailure): SignInForm['focusTarget'] {
  if (NEEDS_PASSWORD.has(tag)) return 'password'
  return tag === 'bad-usage' ? 'baseUrl' : 'signIn'
}

/** “Aurora”, as the organisation calls the service; otherwise, or where another account has that name, “ops at exchange.example”. */
function nameOfAccount(account: AccountIdentity, services: readonly Service[], accounts: readonly Account[]): string {
  const named = services.find(({ address }) => address === account.baseUrl)?.name
  if (named !== undefined && accountCalled(named, accounts, account) === undefined) return named
  return defaultAccountName(account, accounts)
}

/** One for the life of the page. */
export const signInStore = createSignInStore({
  caller: deskCaller,
  accounts: () => deskStore.getState().desk?.accounts ?? [],
  services: () => deskStore.getState().desk?.organisation.services ?? [],
  toast: showToast,
  mayKeep: () => deskStore.getState().desk?.organisation.locked.keychain === undefined,
})
