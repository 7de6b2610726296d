import { parentPort } from 'node:worker_threads'
import { serveDocuments, serveTexts } from './serve-texts.ts'

/** The process and its thread are one file, so that a build has one entry more and not two. */
const program = new URL(import.meta.url)
if (parentPort === null) serveTexts(program)
else serveDocuments(parentPort, program)
