import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Files of somebody who signs. */
export interface SigningKey {
  cert: string
  key: string
}

export interface KeyOptions {
  /** As openssl has it. Default: RSA with 2048 bits. */
  key?: readonly string[]
  subject?: string
  /** One more part of its name, which may be of any length. */
  part?: string
  /** Negative: the number of days since it expired. */
  days?: number
  /** Extensions in openssl’s notation, in place of those of a signer of documents. */
  extensions?: string
  /** Default: the authority of the keys. `self` signs for itself. */
  issuer?: SigningKey | 'self'
  digest?: string
}

export interface SigningKeys {
  ca: SigningKey
  /** The certificate that a computer has to know. */
  caPem: string
  make(name: string, options?: KeyOptions): Promise<SigningKey>
}

const RSA = ['-newkey', 'rsa:2048']
export const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
export const CA_EXTENSIONS = 'basicConstraints = critical, CA:TRUE\nkeyUsage = critical, keyCertSign, cRLSign\n'
export const STAMP_EXTENSIONS = 'keyUsage = critical, digitalSignature\nextendedKeyUsage = critical, timeStamping\n'
const SIGNER_EXTENSIONS =
  'basicConstraints = critical, CA:FALSE\nkeyUsage = critical, digitalSignature, nonRepudiation\nextendedKeyUsage = emailProtection\n'

/** An authority, and certificates that it issues, each in files below a folder. */
export async function signingKeys(folder: string): Promise<SigningKeys> {
  await mkdir(folder, { recursive: true })
  const make = async (name: string, options: KeyOptions, authority?: SigningKey): Promise<SigningKey> => {
    const { key = RSA, subject = `/O=Shipper/CN=${name}`, days = 10, extensions = SIGNER_EXTENSIONS } = options
    const file = (ending: string): string => join(folder, `${name}.${ending}`)
    const files = { cert: file('crt'), key: file('key') }
    await writeFile(file('ext'), extensions)
    const request = [
      'req',
      '-new',
      '-utf8',
      ...key,
      '-nodes',
      '-subj',
      subject,
      '-keyout',
      files.key,
      '-out',
      file('csr'),
    ]
    if (options.part !== undefined) {
      await writeFile(
        file('conf'),
        `[req]\nprompt = no\ndistinguished_name = name\n[name]\nCN = ${name}\n1.2.3.4 = ${options.part}\n`,
      )
      request.splice(request.indexOf('-subj'), 2, '-config', file('conf'))
    }
    await run('openssl', request)
    const issuer = options.issuer ?? authority ?? 'self'
    const signer =
      issuer === 'self' ? ['-signkey', files.key] : ['-CA', issuer.cert, '-CAkey', issuer.key, '-CAcreateserial']
    const issue = ['x509', '-req', '-in', file('csr'), ...signer, '-extfile', file('ext'), '-days', `${days}`]
    await run('openssl', [...issue, `-${options.digest ?? 'sha256'}`, '-out', files.cert])
    return files
  }
  const ca = await make('authority', { subject: '/O=Test authority/CN=Test root', extensions: CA_EXTENSIONS })
  return { ca, caPem: await readFile(ca.cert, 'utf8'), make: (name, options = {}) => make(name, options, ca) }
}
