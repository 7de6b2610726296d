import { parentPort } from 'node:worker_threads'
import { serveDiskOrders } from './disk-orders.ts'

if (parentPort !== null) serveDiskOrders(parentPort)
