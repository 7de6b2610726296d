import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Channel, ChannelModel } from 'amqplib'
import { ignoring } from '../../shared/errors/ignoring.ts'
import type { LinkTarget } from '../../engine/ports/link.ts'
import type { Network } from '../network/network.ts'
import {
  type Attempt,
  type BrokerConnection,
  CLOSE_TIMEOUT_MS,
  closeConnection,
  logIn,
  noteError,
} from './amqp-connection.ts'

type User = BrokerConnection<LinkTarget>

/** Connections to brokers, each used by several channels: a desk reads twenty streams of its firm over one. */
export interface SharedConnections {
  /** The model of the connection to the target’s broker as its user; `leave` of the connection ends this use of it. */
  logIn(user: User): Promise<ChannelModel>
}

interface Shared {
  connection: BrokerConnection<LinkTarget>
  opened: Promise<ChannelModel>
  users: Set<User>
  blocked: string | undefined
}

export function createSharedConnections(network: Network): SharedConnections {
  const open = new Map<string, Shared>()
  const join = (user: User): Shared => {
    const key = keyOf(user.target)
    const current = open.get(key)
    if (current !== undefined) return current
    const forget = (): void => {
      if (open.get(key) === shared) open.delete(key)
    }
    const shared = begin({ target: user.target, network }, forget)
    open.set(key, shared)
    return shared
  }
  const leave = async (shared: Shared, user: User): Promise<void> => {
    if (!shared.users.delete(user)) return
    user.cut.abort()
    if (shared.users.size > 0) return await closeChannel(shared, user.channel)
    // Whoever comes now opens another, instead of joining one that is being closed.
    for (const [key, one] of open) if (one === shared) open.delete(key)
    if (user.channel !== undefined) shared.connection.channel = user.channel
    await closeConnection(shared.connection)
  }
  return {
    logIn: async (user) => {
      const shared = join(user)
      shared.users.add(user)
      user.leave = () => leave(shared, user)
      const model = await shared.opened
      user.model = model
      if (shared.blocked !== undefined) user.onBlocked?.(shared.blocked)
      return model
    },
  }
}

/** What happens to the connection happens to everybody who uses it. */
function begin({ target, network }: Attempt<LinkTarget>, forget: () => void): Shared {
  const users = new Set<User>()
  const endAll = (thrown: unknown): void => {
    forget()
    for (const user of users) noteError(user, thrown)
  }
  const connection: Shared['connection'] = { target, network, cut: new AbortController(), onError: endAll }
  const opened = logIn(connection)
  opened.catch(forget)
  const shared: Shared = { connection, opened, users, blocked: undefined }
  connection.onBlocked = (reason) => {
    shared.blocked = reason
    for (const user of users) user.onBlocked?.(reason)
  }
  return shared
}

/** A connection on which closing a channel is not answered is dead for all of its users (T43). */
async function closeChannel({ connection }: Shared, channel: Channel | undefined): Promise<void> {
  if (channel === undefined) return
  const answered = new AbortController()
  const close = async (): Promise<boolean> => {
    await channel.close().catch(ignoring('it is gone already'))
    return true
  }
  const late = delay(CLOSE_TIMEOUT_MS, false, { signal: answered.signal }).catch(() => true)
  const isAnswered = await Promise.race([close(), late])
  answered.abort()
  if (!isAnswered) connection.cut.abort()
}

/** Whoever would connect in the same way: a changed password is another connection. */
function keyOf({ host, port, virtualHost, username, password, heartbeatSeconds, tls }: LinkTarget): string {
  return hash('sha256', JSON.stringify([host, port, virtualHost, username, password, heartbeatSeconds, tls]))
}
