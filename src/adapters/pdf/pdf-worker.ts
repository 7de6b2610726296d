import { parentPort, workerData } from 'node:worker_threads'
import { servePdfs } from './pdf-thread.ts'
import { serveTexts } from './serve-texts.ts'

/** The process and the threads are one file, so that a build has one entry more and not several. */
const program = new URL(import.meta.url)
if (parentPort === null) serveTexts(program)
else servePdfs(parentPort, program, workerData)
