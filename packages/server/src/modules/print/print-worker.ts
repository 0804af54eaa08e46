import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { drawDocument } from './draw-document.js'
import { drawLabels, type LabelDocument } from './draw-labels.js'
import type { PrintDocument } from './print-document.js'

/** What a thread of the pool is asked: to draw the document into a file of this machine. */
export interface PrintTask {
  readonly document: PrintDocument | LabelDocument
  readonly to: string
}

export default async ({ document, to }: PrintTask): Promise<void> => {
  const file = createWriteStream(to)
  if ('labels' in document) drawLabels(document, file)
  else drawDocument(document, file)
  await finished(file)
}
