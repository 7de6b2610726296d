import { call } from '../client/desk-client.ts'
import { deskStore, type Session } from '../client/desk-store.ts'
import { setStore } from '../set/set-store.ts'

// Whatever ends the session leaves what is being read first: its document would be asked for until the page hears that the
// session has ended, which may take as long as the keychain does.

/** Rejects with DeskFailure; the user is then still signed in. */
export async function signOut({ sessionId }: Session, forgets: boolean): Promise<void> {
  setStore.actions.leave()
  await call('accounts.signOut', { sessionId, forgets })
}

/** Removes a saved account, and signs out if it is the one signed in. Rejects with DeskFailure. */
export async function removeAccount(profile: string): Promise<void> {
  if (deskStore.getState().desk?.session?.profile === profile) setStore.actions.leave()
  await call('accounts.removeProfile', { profile })
}
