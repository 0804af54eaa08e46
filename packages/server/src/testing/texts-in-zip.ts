import { text } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Names and contents of everything in an archive, one after the other. */
export async function textsInZip(bytes: Buffer): Promise<string> {
  const zip = await fromBufferPromise(bytes)
  const texts: string[] = []
  for await (const entry of zip.eachEntry())
    texts.push(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return texts.join('\n')
}
