import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a server shows, in PEM, and the authority behind it. */
export interface ServerCertificates {
  key: string
  /** Without its intermediate. */
  leaf: string
  /** The leaf and its intermediate. */
  chain: string
  root: string
}

interface Names {
  /** In openssl’s notation. */
  names: string
  /** Not before, as `20990101000000Z`; default now. */
  from?: string
  /** Not after. */
  until?: string
}

const CONFIG = `
[ca]
default_ca = firm
[firm]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = anything
default_days = 10
unique_subject = no
[anything]
commonName = supplied
organizationName = optional
[intermediate]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
`
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** A firm’s authority with an intermediate one, which issues a certificate for a server. */
export async function firmCertificates(folder: string, { names, from, until }: Names): Promise<ServerCertificates> {
  await mkdir(folder, { recursive: true })
  const leaf = `[leaf]\nbasicConstraints = critical, CA:FALSE\nextendedKeyUsage = serverAuth\nsubjectAltName = ${names}\n`
  await writeFile(join(folder, 'ca.conf'), CONFIG + leaf)
  await writeFile(join(folder, 'index.txt'), '')
  const openssl = async (...words: string[]): Promise<void> => void (await run('openssl', words, { cwd: folder }))
  const use = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign,cRLSign']
  const root = ['-keyout', 'root.key', '-out', 'root.crt', '-days', '10']
  await openssl('req', '-x509', ...NEW_KEY, '-subj', '/O=Aurora Grain AG/CN=Aurora Root', ...use, ...root)
  const ask = async (name: string, subject: string): Promise<void> =>
    await openssl('req', '-new', ...NEW_KEY, '-subj', subject, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  const issue = async (name: string, by: string, ...more: string[]): Promise<void> => {
    const ca = ['ca', '-batch', '-notext', '-config', 'ca.conf', '-cert', `${by}.crt`, '-keyfile', `${by}.key`]
    await openssl(...ca, '-extensions', name, '-in', `${name}.csr`, '-out', `${name}.crt`, ...more)
  }
  await ask('intermediate', '/O=Aurora Grain AG/CN=Aurora Issuing CA')
  await issue('intermediate', 'root')
  await ask('leaf', '/CN=Aurora broker')
  const validity = [
    ...(from === undefined ? [] : ['-startdate', from]),
    ...(until === undefined ? [] : ['-enddate', until]),
  ]
  await issue('leaf', 'intermediate', ...validity)
  const read = async (file: string): Promise<string> => await readFile(join(folder, file), 'utf8')
  const own = await read('leaf.crt')
  return {
    key: await read('leaf.key'),
    leaf: own,
    chain: own + (await read('intermediate.crt')),
    root: await read('root.crt'),
  }
}

/** A certificate that nobody but itself vouches for. */
export async function selfSigned(folder: string): Promise<{ key: string; leaf: string }> {
  await mkdir(folder, { recursive: true })
  const files = ['-keyout', 'self.key', '-out', 'self.crt', '-days', '10']
  const alone = ['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'subjectAltName=IP:127.0.0.1']
  await run('openssl', ['req', '-x509', ...NEW_KEY, '-subj', '/CN=printer', ...alone, ...files], { cwd: folder })
  const [key, leaf] = await Promise.all(['self.key', 'self.crt'].map((file) => readFile(join(folder, file), 'utf8')))
  return { key: key ?? '', leaf: leaf ?? '' }
}
