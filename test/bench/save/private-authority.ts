import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface PrivateAuthority {
  authorityFile: string
  certificateFile: string
  keyFile: string
}

/** An authority that nobody else trusts, and its certificate for 127.0.0.1; both valid for two days. */
export async function makePrivateAuthority(folder: string, openssl: string): Promise<PrivateAuthority> {
  await mkdir(folder)
  const file = (name: string): string => path.join(folder, name)
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  await run(openssl, [
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=Parcel Desk bench authority',
    '-keyout',
    file('authority.key'),
    '-out',
    file('authority.pem'),
  ])
  await run(openssl, [
    'req',
    '-x509',
    ...newKey,
    '-subj',
    '/CN=127.0.0.1',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
    '-CA',
    file('authority.pem'),
    '-CAkey',
    file('authority.key'),
    '-keyout',
    file('server.key'),
    '-out',
    file('server.pem'),
  ])
  return { authorityFile: file('authority.pem'), certificateFile: file('server.pem'), keyFile: file('server.key') }
}
