import { parentPort } from 'node:worker_threads'
import { serveTableRequest } from './table-thread.ts'

if (parentPort !== null) serveTableRequest(parentPort)
