import { parentPort } from 'node:worker_threads'
import { servePackTask } from './pack-thread.ts'

if (parentPort !== null) servePackTask(parentPort)
