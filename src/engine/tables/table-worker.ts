import { parentPort } from 'node:worker_threads'
import { serveTask } from '../threads/ask-thread.ts'
import { executeTableTask } from './table-thread.ts'

if (parentPort !== null) serveTask(parentPort, executeTableTask)
