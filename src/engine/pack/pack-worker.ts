import { parentPort } from 'node:worker_threads'
import { serveTask } from '../threads/ask-thread.ts'
import type { PackTask } from './pack-task.ts'
import { writePack } from './write-pack.ts'

if (parentPort !== null) serveTask(parentPort, (task: PackTask, onProgress) => writePack(task, { onProgress }))
