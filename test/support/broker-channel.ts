import { connect, type ConfirmChannel } from 'amqplib'

/** Does something at the broker on a connection for this alone. */
export async function onChannel<T>(url: string, work: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
  const model = await connect(url, { timeout: 60_000 })
  // What a broken connection means comes out of the work that it breaks.
  model.on('error', () => undefined)
  try {
    const channel = await model.createConfirmChannel()
    channel.on('error', () => undefined)
    return await work(channel)
  } finally {
    await model.close().catch(() => undefined)
  }
}

export async function loginWorks(url: string): Promise<boolean> {
  try {
    await onChannel(url, () => Promise.resolve())
    return true
  } catch {
    return false
  }
}
