import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DescribedFailure } from '../../shared/errors/failure.ts'
import type { Environment } from '../../shared/model/connection.ts'
import { accountCalled, type AccountIdentity, defaultAccountName } from '../../shared/words/account-names.ts'
import { type Caller, deskCaller } from '../client/desk-client.ts'
import { currentSessionId, deskStore } from '../client/desk-store.ts'
import { showToast, type ToastContent } from '../ui/feedback/toast-queue.ts'
import { doubtAbout, environmentOf } from './environment-choice.ts'
import {
  type Account,
  confirmationOf,
  fieldToCorrect,
  formOf,
  isSending,
  NEEDS_PASSWORD,
  NOTHING_TYPED,
  type SignInForm,
  type SignInState,
} from './sign-in-state.ts'

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
   * from the profile, so that only the password is left to type. After any other failure the desk, if it is open, stays.
   */
  signInAs(profile: string): Promise<void>
  /** The same for the demo service that this host offers, which is no saved account: for this session. */
  signInToDemo(demo: DemoAccount): Promise<void>
  /** After the keychain has failed: the account can be used until the window is closed. */
  signInForThisSession(): Promise<void>
  /** Stops waiting for the service. */
  cancel(): Promise<void>
  /** Opens the form for one more account: from the desk, whose session stays open, or from the saved accounts. */
  openForm(): void
  /** Back to the saved accounts, or to the desk. */
  leave(): void
  /** What the account is called unless the user names it. */
  suggestedName(): string
  chooseCaFile(): Promise<void>
}

export interface SignInStore extends StoreApi<SignInState> {
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
  /** Whether the desk is open. */
  readonly isSignedIn: () => boolean
  readonly toast: (content: ToastContent) => void
  /** Whether passwords may be kept on this computer. */
  readonly mayKeep: () => boolean
}

const WAITING = { at: 'waiting', focus: null } as const
const START: SignInState = { form: NOTHING_TYPED, isFormOpen: false, step: WAITING }

/** Signing in: with the form, or without it by an account that is known. */
export function createSignInStore(dependencies: SignInDependencies): SignInStore {
  const { caller, accounts, services, isSignedIn, toast, mayKeep } = dependencies
  const store = createStore<SignInState>(() => START)

  const change = (changed: Partial<SignInForm>): void =>
    store.setState(({ form, step }) => ({
      form: { ...form, ...changed },
      step: step.at === 'sending' ? step : WAITING,
    }))

  const send = async (
    profile: string | null,
    work: () => Promise<unknown>,
    onFailure: (failure: DescribedFailure) => Partial<SignInState>,
  ): Promise<void> => {
    if (isSending(store.getState())) return
    store.setState({ step: { at: 'sending', profile } })
    try {
      await work()
      store.setState(START)
    } catch (thrown) {
      const failure = caller.failureIn(thrown)
      // What the user cancelled needs no explanation.
      store.setState(failure.tag === 'interrupted' ? { step: { at: 'waiting', focus: 'signIn' } } : onFailure(failure))
    }
  }

  /** For what the form cannot mend. */
  const say = (failure: DescribedFailure): Partial<SignInState> => {
    if (!isSignedIn()) return { step: { at: 'failed', failure, focus: null } }
    toast({ text: `${failure.message} ${failure.next}` })
    return { step: WAITING }
  }

  const suggestedName = (): string => {
    const { form } = store.getState()
    const account = { ...form, username: form.username.trim(), environment: environmentOf(form) ?? 'production' }
    return nameOfAccount(account, services(), accounts())
  }

  const sendForm = async (environment: Environment): Promise<void> => {
    const { baseUrl, username, password, credentialForm, isKept, profile, caFile } = store.getState().form
    const name = profile.trim() === '' ? suggestedName() : profile
    const input = { baseUrl, username, password, environment, credentialForm }
    const certificate = { caFileId: caFile?.fileId ?? null, keepsCaFile: caFile?.fileId === null }
    await send(
      null,
      () => caller.call('accounts.signIn', { ...input, ...certificate, profile: isKept && mayKeep() ? name : null }),
      (failure) => ({ step: { at: 'failed', failure, focus: fieldToCorrect(failure) } }),
    )
  }

  const submit = async (): Promise<void> => {
    const { form } = store.getState()
    const environment = environmentOf(form)
    if (environment === null) {
      store.setState({ step: { at: 'waiting', focus: 'environment' } })
      return
    }
    const isConfirmed = form.confirmed === confirmationOf(environment, form.baseUrl)
    const doubt = isConfirmed ? null : doubtAbout({ baseUrl: form.baseUrl, environment }, accounts())
    if (doubt === null) await sendForm(environment)
    else store.setState({ step: { at: 'doubtful', environment, doubt } })
  }

  const actions: SignInActions = {
    change,
    suggestedName,
    chooseService: ({ address, environment }) => {
      const confirmed = confirmationOf(environment, address)
      change({ baseUrl: address, chosenEnvironment: environment, confirmed, isOtherService: false })
    },
    submit,
    confirmEnvironment: async (environment) => {
      const { baseUrl } = store.getState().form
      change({ chosenEnvironment: environment, confirmed: confirmationOf(environment, baseUrl) })
      await sendForm(environment)
    },
    signInAs: (profile) =>
      send(
        profile,
        () => caller.call('accounts.useProfile', { profile }),
        (failure) => {
          const account = accounts().find((one) => one.profile === profile)
          if (account === undefined || !NEEDS_PASSWORD.has(failure.tag)) return say(failure)
          return { form: formOf(account), isFormOpen: true, step: { at: 'failed', failure, focus: 'password' } }
        },
      ),
    // Field by field: what else the host says of its demo, such as its queues, is refused here.
    signInToDemo: ({ baseUrl, username, password }) => {
      const connection = { baseUrl, username, password, environment: 'test', credentialForm: 'basic' } as const
      return send(null, () => caller.call('accounts.signIn', { ...connection, caFileId: null, profile: null }), say)
    },
    signInForThisSession: async () => {
      change({ isKept: false })
      // Nothing was typed where the keychain should have provided it.
      if (store.getState().form.password !== '') await submit()
      else store.setState({ step: { at: 'waiting', focus: 'password' } })
    },
    cancel: async () => {
      await caller.call('accounts.cancelSignIn', {})
    },
    openForm: () => store.setState({ ...START, isFormOpen: true }),
    leave: () => store.setState({ ...START, step: { at: 'waiting', focus: 'desk' } }),
    chooseCaFile: async () => {
      try {
        const caFile = await caller.call('accounts.chooseCaFile', {})
        if (caFile !== null) change({ caFile })
      } catch (thrown) {
        store.setState({ step: { at: 'failed', failure: caller.failureIn(thrown), focus: null } })
      }
    },
  }
  return { ...store, actions }
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
  isSignedIn: () => currentSessionId() !== undefined,
  toast: showToast,
  mayKeep: () => deskStore.getState().desk?.organisation.locked.keychain === undefined,
})
