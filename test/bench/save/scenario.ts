/** Per answer of the service, documents and all others alike. */
export const ANSWER_DELAY_MS = 25

export interface Scenario {
  id: 'plain' | 'delay' | 'tls'
  title: string
  isDelayed: boolean
  isEncrypted: boolean
}

export const scenarios = {
  plain: { id: 'plain', title: 'Loopback, no delay', isDelayed: false, isEncrypted: false },
  delay: { id: 'delay', title: `${ANSWER_DELAY_MS} ms of delay per answer`, isDelayed: true, isEncrypted: false },
  tls: { id: 'tls', title: `TLS, ${ANSWER_DELAY_MS} ms of delay per answer`, isDelayed: true, isEncrypted: true },
} as const satisfies Record<string, Scenario>
