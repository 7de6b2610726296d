import { execFileSync } from 'node:child_process'

/** Signs the sums in the folder with a key of gpg's keyring, named as gpg names keys: `gpg --verify SHA256SUMS.asc SHA256SUMS`. */
export function signSums(folder: string, signer: string): void {
  const words = ['--batch', '--yes', '--local-user', signer, '--armor', '--detach-sign', 'SHA256SUMS']
  execFileSync('gpg', words, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}
