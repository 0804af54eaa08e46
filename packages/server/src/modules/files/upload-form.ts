import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { SentFile } from './incoming.js'

type Part = MultipartFile | MultipartValue

/** What a form may weigh besides its file. */
const slackBytes = 64 * 1024

/**
 * Hands the one file of a form, the part `file`, on while it comes in; what else stands in the form is passed over. The content
 * ends well only when the form does: cut off, too large or with a second file it throws.
 *
 * @throws `unsupported_media_type` for what is no form; `error_uploading_file` without a file or with several; `too_large`;
 *   `bad_request` for a form that breaks off
 */
export async function readFileForm<T>(
  request: FastifyRequest,
  mostBytes: number,
  take: (file: SentFile) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', { text: 'Send the file as multipart/form-data.' })
  }
  if (Number(request.headers['content-length'] ?? 0) > mostBytes + slackBytes) throw tooLarge(mostBytes)
  const parts = request.parts({ limits: { fileSize: mostBytes, files: 2, fields: 20 } })
  const nextFile = async (): Promise<MultipartFile | undefined> => {
    for (;;) {
      const { value: part, done } = await nextPart(parts)
      if (done) return undefined
      if (part?.type === 'file') return part
    }
  }
  const file = await nextFile()
  if (file?.fieldname !== 'file') {
    file?.file.resume()
    throw new AppError('error_uploading_file')
  }
  async function* content(sent: MultipartFile): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces(sent)) yield piece
    if (sent.file.truncated) throw tooLarge(mostBytes)
    const second = await nextFile()
    if (second) {
      second.file.resume()
      throw new AppError('error_uploading_file')
    }
  }
  return take({ name: file.filename ?? '', content: content(file) })
}

async function nextPart(parts: AsyncIterator<Part>): Promise<IteratorResult<Part, undefined>> {
  try {
    return (await parts.next()) as IteratorResult<Part, undefined>
  } catch (error) {
    throw asBroken(error)
  }
}

async function* pieces({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of file) yield piece as Buffer
  } catch (error) {
    throw asBroken(error)
  }
}

/** What the framework refuses has a code of its own; everything else is a form that breaks off or is none. */
function asBroken(error: unknown): unknown {
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && code.startsWith('FST_')) return error
  return new AppError('bad_request', {
    text: 'The form breaks off or is damaged; send it again.',
    cause: error,
  })
}

const tooLarge = (mostBytes: number): AppError =>
  new AppError('too_large', {
    text: `The file is larger than ${mostBytes.toLocaleString('en')} bytes, the limit here.`,
  })
