const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i

/** Whether a host, with or without a port, is this computer, so that nothing sent to it crosses a network. */
export function isLoopbackHost(host: string): boolean {
  const { bracketed, plain } = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d+)?$/.exec(host)?.groups ?? {}
  return LOOPBACK.test(bracketed ?? plain ?? host)
}
