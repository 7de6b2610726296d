import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

export interface KeychainSession {
  /** The environment that a program needs to reach it. */
  env: Record<string, string>
  /** Locks it, so that nothing in it can be read. */
  lock(): void
  end(): Promise<void>
}

const LOGIN = '/org/freedesktop/secrets/collection/login'
/** Ends when its input ends, and the session with it. */
const SCRIPT =
  'printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null'

/** A real keychain in its own desktop session, all of it below `home`. */
export async function startKeychainSession(home: string): Promise<KeychainSession> {
  const session = spawn('sh', ['-c', 'exec dbus-run-session -- sh -c "$0"', SCRIPT], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const [line = ''] = (await once(session.stdout.setEncoding('utf8'), 'data')).map(String)
  const env = { DBUS_SESSION_BUS_ADDRESS: line.trim(), XDG_RUNTIME_DIR: home }
  await untilReady(env)
  return {
    env,
    lock: () => {
      const { status, stderr } = call(env, 'org.freedesktop.Secret.Service.Lock', `['${LOGIN}']`)
      if (status !== 0) throw new Error(`the keychain was not locked: ${stderr}`)
    },
    end: async () => {
      const ended = once(session, 'exit')
      session.stdin.end()
      await ended
    },
  }
}

/** The keychain claims its name on the bus a moment after it reports that it runs. */
async function untilReady(env: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (call(env, 'org.freedesktop.Secret.Service.ReadAlias', 'default').stdout.includes(LOGIN)) return
    await delay(100)
  }
  throw new Error('the keychain did not start')
}

function call(env: Record<string, string>, method: string, argument: string) {
  const place = ['--dest', 'org.freedesktop.secrets', '--object-path', '/org/freedesktop/secrets']
  return spawnSync('gdbus', ['call', '--session', ...place, '--method', method, argument], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
}
