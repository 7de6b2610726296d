import { parentPort } from 'node:worker_threads'
import { serveDiskRequests } from './disk-thread.ts'

if (parentPort !== null) serveDiskRequests(parentPort)
