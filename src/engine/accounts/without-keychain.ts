import { failureOf } from '../../shared/errors/app-error.ts'

/** Undefined without a keychain: there is nothing in it. */
export async function ignoringNoKeychain<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (thrown) {
    if (failureOf(thrown)?.tag === 'keychain-unavailable') return undefined
    throw thrown
  }
}

/** False without a keychain. */
export async function hasSucceeded(writing: Promise<unknown>): Promise<boolean> {
  return (await ignoringNoKeychain(writing.then(() => true))) === true
}
