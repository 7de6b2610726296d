import { parentPort } from 'node:worker_threads'
import { serveDiskOrders } from './disk-messages.ts'

if (parentPort !== null) serveDiskOrders(parentPort)
