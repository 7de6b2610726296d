import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PrivateCa {
  /** The certificate that a client has to trust. */
  caFile: string
  /** For a server on 127.0.0.1, as PEM text. */
  key: string
  cert: string
}

export interface LeafOptions {
  /** In openssl's notation. */
  names?: string
  /** Negative: the number of days since it expired. */
  days?: number
  /** What it is meant for; default servers. */
  use?: 'serverAuth' | 'clientAuth'
  /** As openssl has it; default a curve of today. */
  key?: readonly string[]
  /** Of its signature; default SHA-256. */
  digest?: 'sha256' | 'sha1'
}

const leafExtensions = (names: string, use: string): string => `
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = ${use}
subjectAltName = ${names}
`

/** A private certificate authority, such as a company has, and a server certificate issued by it. Valid for ten days. */
export async function privateCa(folder: string, leaf: LeafOptions = {}): Promise<PrivateCa> {
  const { names = 'IP:127.0.0.1, DNS:localhost', days = 10, use = 'serverAuth', digest = 'sha256' } = leaf
  await mkdir(folder, { recursive: true })
  const file = (name: string): string => join(folder, name)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await writeFile(file('leaf.ext'), leafExtensions(names, use))
  const caName = ['-subj', '/O=Parcel Desk tests/CN=Private test CA']
  const caUse = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign']
  const caFiles = ['-keyout', file('ca.key'), '-out', file('ca.crt')]
  await run('openssl', ['req', '-x509', ...newKey, ...caName, ...caUse, '-days', '10', ...caFiles])
  const leafFiles = ['-keyout', file('leaf.key'), '-out', file('leaf.csr')]
  await run('openssl', ['req', '-new', ...(leaf.key ?? newKey), '-subj', '/CN=127.0.0.1', ...leafFiles])
  const signer = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', file('leaf.ext')]
  await run('openssl', [
    'x509',
    '-req',
    '-in',
    file('leaf.csr'),
    ...signer,
    `-${digest}`,
    '-days',
    `${days}`,
    '-out',
    file('leaf.crt'),
  ])
  return {
    caFile: file('ca.crt'),
    key: await readFile(file('leaf.key'), 'utf8'),
    cert: await readFile(file('leaf.crt'), 'utf8'),
  }
}
