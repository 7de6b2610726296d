import { getCACertificates } from 'node:tls'
import { parentPort } from 'node:worker_threads'

parentPort?.postMessage(getCACertificates('system'), [])
