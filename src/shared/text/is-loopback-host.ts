const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/** Whether a host, with or without a port, is this computer: what is sent to it crosses no network. */
export function isLoopbackHost(host: string): boolean {
  const { bracketed, plain } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/.exec(host)?.groups ?? {}
  return LOOPBACK.test(bracketed ?? plain ?? host)
}
