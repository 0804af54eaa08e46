import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { readSchemaText } from './tree.js'

if (!isMainThread) parentPort?.postMessage(readSchemaText(workerData as string))
