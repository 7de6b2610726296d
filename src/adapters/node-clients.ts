/*
 * Node's HTTP without its ES module facade: an `import` of it reads every export, and some of those are getters that load
 * the whole of `fetch`, a third of the time from start to first request (measured).
 */
export const http = process.getBuiltinModule('node:http')
export const https = process.getBuiltinModule('node:https')

/** Node’s own 16 kB are less than what firewalls put there in cookies. */
export const MAX_HEADER_BYTES = 64 * 1024
