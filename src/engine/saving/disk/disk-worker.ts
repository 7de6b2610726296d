import { parentPort } from 'node:worker_threads'
import { serveDiskRequests } from './disk-messages.ts'

if (parentPort !== null) serveDiskRequests(parentPort)
