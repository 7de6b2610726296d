import { parentPort, workerData } from 'node:worker_threads'
import { checkDatabases } from './check-databases.ts'

/* The thread that checks databases; its data are the data folder. */

parentPort?.postMessage(checkDatabases(String(workerData)), [])
