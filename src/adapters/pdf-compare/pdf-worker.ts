import { parentPort } from 'node:worker_threads'
import { readPages } from './read-pages.ts'
import type { PdfToRead } from './read-pdf.ts'

const port = parentPort
port?.once('message', (toRead: PdfToRead) => void readPages(toRead, (answer) => port.postMessage(answer)))
