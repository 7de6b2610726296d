export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export function jsonAnswer(status: number, value: unknown): Answer {
  const headers = { 'content-type': 'application/json;charset=UTF-8' }
  return { status, headers, body: Buffer.from(JSON.stringify(value)) }
}

/** No error body is documented; services of this kind send `code` and `errorMessage` (T32). */
export function errorAnswer(status: number, errorMessage: string, retryAfterSeconds?: number): Answer {
  const answer = jsonAnswer(status, { code: status, errorMessage })
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) {
    answer.headers['retry-after'] = String(retryAfterSeconds)
  }
  return answer
}

export function pdfAnswer(body: Buffer): Answer {
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body }
}
