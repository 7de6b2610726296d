import { badUsage } from '../../shared/errors/app-error.ts'
import { isLoopbackHost, serviceAddress, withScheme } from '../../shared/text/addresses.ts'

const EXAMPLE = 'Write it as https://exchange.example.com.'

/**
 * The base URL of a service as it is stored, as `serviceAddress` has it. An address without a scheme, as people write it in an
 * e-mail, means https. Fails with bad-usage, which never repeats the input: it may hold a password. Plain HTTP is allowed for
 * this computer only, because the password is sent with the first call (T29).
 */
export function parseBaseUrl(text: string): string {
  const given = text.trim()
  const url = URL.parse(withScheme(given, 'https'))
  if (url === null) throw badUsage('The address of the service cannot be read.', EXAMPLE)
  if (url.username !== '' || url.password !== '') {
    throw badUsage('The address of the service has a user name or password in it, where others could read it.', {
      terminal: 'Give the address alone; the user name goes into --username, the password into PARCEL_DESK_PASSWORD.',
      desk: 'Give the address alone; user name and password have fields of their own.',
    })
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw badUsage('The address of the service is not a web address.', EXAMPLE)
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw badUsage(
      `The address of the service at ${url.host} begins with http://, which would let others read the password.`,
      'Use https://. Plain http:// is accepted for this computer only (localhost, 127.0.0.1, ::1).',
    )
  }
  if (/[?#]/.test(text)) {
    throw badUsage(
      'The address of the service goes on after its path, with “?” or “#”.',
      'Give only scheme, host and path.',
    )
  }
  return serviceAddress(url)
}
