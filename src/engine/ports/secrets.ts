/** Where passwords live: the keychain of the operating system, or memory for one session. */
export interface SecretsPort {
  /** Undefined where there is none. Fails with keychain-unavailable. */
  read(service: string, account: string): Promise<string | undefined>
  write(service: string, account: string, secret: string): Promise<void>
  /** True when there was one. */
  remove(service: string, account: string): Promise<boolean>
}
