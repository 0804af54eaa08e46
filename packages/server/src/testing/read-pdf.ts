import { extractText, getDocumentProxy } from 'unpdf'

/** The text of each page of a PDF, as a user copies it. */
export async function readPdf(bytes: Uint8Array): Promise<string[]> {
  // The reader takes the bytes away from the caller.
  const pdf = await getDocumentProxy(Uint8Array.from(bytes))
  const { text } = await extractText(pdf, { mergePages: false })
  return text.map((page) => page.normalize('NFC'))
}
