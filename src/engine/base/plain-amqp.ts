import { badUsage } from '../../shared/errors/app-error.ts'
import { isLoopbackHost } from '../../shared/text/addresses.ts'
import { plainText } from '../../shared/text/plain-text.ts'

/**
 * Fails with bad-usage where AMQP without encryption would leave this computer and the organisation has not allowed it: user,
 * password and messages could be read on their way (W-L7).
 */
export function refusePlainAmqp(broker: { host: string; usesTls: boolean }, isPlainAllowed: boolean): void {
  const { host, usesTls } = broker
  if (usesTls || isPlainAllowed || isLoopbackHost(host)) return
  throw badUsage(
    `AMQP without encryption to ${plainText(host, 100)} is refused: user name, password and messages could be read on their way.`,
    {
      terminal:
        'Use amqps://. If the broker has no TLS, an administrator can allow it with the policy PlainAmqpAllowed.',
      desk: 'Encrypt the connection in Settings, under its name. If the broker has no TLS, ask your administrator to allow it.',
    },
  )
}
