import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Input } from '../../shared/contract/contract.ts'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import { type Caller, deskCaller } from '../client/desk-client.ts'
import { deskStore, type DeskState } from '../client/desk-store.ts'
import { showToast, type ToastContent } from '../ui/feedback/toast-queue.ts'

type SignIn = Input<'accounts.signIn'>
type Account = DeskState['accounts'][number]

export interface SignInForm {
  baseUrl: string
  username: string
  password: string
  environment: SignIn['environment']
  credentialForm: SignIn['credentialForm']
  /** Kept in the keychain under `profile`, or for this session only. */
  isKept: boolean
  profile: string
  /** Without an id: the profile’s own file, which stays with the new password. */
  caFile: { fileId: string | null; name: string } | null
  isBusy: boolean
  /** Shown over an open session, to add an account. */
  isOpen: boolean
  failure: DescribedFailure | null
  /** Where the keyboard has to go, until it is there. */
  focusTarget: 'baseUrl' | 'password' | 'signIn' | null
}

const EMPTY: SignInForm = {
  baseUrl: '',
  username: '',
  password: '',
  environment: 'production',
  credentialForm: 'basic',
  isKept: true,
  profile: '',
  caFile: null,
  isBusy: false,
  isOpen: false,
  failure: null,
  focusTarget: null,
}

export interface SignInActions {
  change(changed: Partial<SignInForm>): void
  /** Signs in as the form says. The form keeps its text until that succeeds, so that only the mistake is typed again. */
  submit(): Promise<void>
  /**
   * Signs in with the password in the keychain. If the service refuses it, or the keychain has none, the form is filled in
   * from the profile, so that only the password is left to type.
   */
  signInAs(profile: string): Promise<void>
  /** The same from the desk, which stays where it is unless a password has to be typed. */
  switchTo(profile: string): Promise<void>
  /** After the keychain has failed: the account can be used until the window is closed. */
  signInForThisSession(): Promise<void>
  /** Fills in the demo service that this host offers, and signs in for this session. */
  signInToDemo(demo: { baseUrl: string; username: string; password: string }): Promise<void>
  /** Stops waiting for the service. */
  cancel(): Promise<void>
  /** Opens the form for one more account; the session stays open. */
  addAccount(): void
  leave(): void
  chooseCaFile(): Promise<void>
}

export interface SignInStore extends StoreApi<SignInForm> {
  readonly actions: SignInActions
}

/** Of a failed sign-in the tag is needed too: it says which field to correct. */
export interface SignInCaller extends Caller {
  failureIn(thrown: unknown): DescribedFailure
}

export interface SignInDependencies {
  readonly caller: SignInCaller
  readonly accounts: () => readonly Account[]
  readonly toast: (content: ToastContent) => void
}

/** Failures that a newly typed password mends: the old one was refused, or the keychain has none. */
const NEEDS_PASSWORD = new Set<string>(['sign-in-refused', 'no-credentials', 'keychain-unavailable'])

/** The sign-in form, and the ways to sign in without it. */
export function createSignInStore({ caller, accounts, toast }: SignInDependencies): SignInStore {
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
      store.setState({ isBusy: false })
    }
  }

  const change = (changed: Partial<SignInForm>): void => store.setState({ ...changed, failure: null })

  const submit = async (): Promise<void> => {
    const { baseUrl, username, password, environment, credentialForm, isKept, profile, caFile } = store.getState()
    const name = profile.trim() === '' ? suggestedProfile(baseUrl, username) : profile
    const input = { baseUrl, username, password, environment, credentialForm }
    const certificate = { caFileId: caFile?.fileId ?? null, keepsCaFile: caFile?.fileId === null }
    await attempt(async () => {
      await caller.call('accounts.signIn', { ...input, ...certificate, profile: isKept ? name : null })
      store.setState(EMPTY)
    }, fieldToCorrect)
  }

  const signInAs = async (profile: string): Promise<void> => {
    await attempt(
      async () => {
        await caller.call('accounts.useProfile', { profile })
        store.setState(EMPTY)
      },
      ({ tag }) => {
        const account = accounts().find((one) => one.profile === profile)
        if (account === undefined || !NEEDS_PASSWORD.has(tag)) return null
        store.setState({ ...formOf(account), isOpen: true })
        return 'password'
      },
    )
  }

  const actions: SignInActions = {
    change,
    submit,
    signInAs,
    switchTo: async (profile) => {
      await signInAs(profile)
      const { failure, isOpen } = store.getState()
      if (failure === null || isOpen) return
      store.setState({ failure: null })
      toast({ text: `${failure.message} ${failure.next}` })
    },
    signInForThisSession: async () => {
      change({ isKept: false })
      // Nothing was typed where the keychain should have provided it.
      if (store.getState().password === '') store.setState({ focusTarget: 'password' })
      else await submit()
    },
    signInToDemo: async (demo) => {
      change({ ...demo, environment: 'test', isKept: false })
      await submit()
    },
    cancel: async () => {
      await caller.call('accounts.cancelSignIn', {})
    },
    addAccount: () => store.setState({ ...EMPTY, isOpen: true }),
    leave: () => store.setState(EMPTY),
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
  return { profile, environment, baseUrl, username, credentialForm, caFile, password: '', isKept: true }
}

/** The field that a refusal is about; anything else is tried again unchanged. */
function fieldToCorrect({ tag }: DescribedFailure): SignInForm['focusTarget'] {
  if (NEEDS_PASSWORD.has(tag)) return 'password'
  return tag === 'bad-usage' ? 'baseUrl' : 'signIn'
}

/** “ops at exchange.example”: what a user would call it. */
export function suggestedProfile(baseUrl: string, username: string): string {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl.trim()
  return `${username.trim()} at ${host}`
}

/** One for the life of the page. */
export const signInStore = createSignInStore({
  caller: deskCaller,
  accounts: () => deskStore.getState().desk?.accounts ?? [],
  toast: showToast,
})
