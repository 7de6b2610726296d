import { connect, type ConfirmChannel, type Options } from 'amqplib'

/** Does something at the broker on a connection for this alone. */
export async function onChannel<T>(
  url: string | Options.Connect,
  work: (channel: ConfirmChannel) => Promise<T>,
): Promise<T> {
  // A broker that is about to stop may still take a connection and never answer on it.
  const model = await connect(url, { timeout: 20_000 })
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => undefined)
  // Some calls of amqplib never end when their connection does.
  model.on('error', lost.reject).on('close', () => lost.reject(new Error('the connection was closed')))
  const useChannel = async (): Promise<T> => {
    const channel = await model.createConfirmChannel()
    channel.on('error', lost.reject)
    return await work(channel)
  }
  try {
    return await Promise.race([useChannel(), lost.promise])
  } finally {
    await Promise.race([model.close(), lost.promise]).catch(() => undefined)
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
