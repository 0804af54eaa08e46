import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import { withMultipartErrors } from '../../http/multipart-errors.js'
import { requireForm } from '../../http/require-form.js'
import { message } from '../../message.js'
import type { SentFile } from './incoming.js'

/** What a form may weigh besides its file. */
const slackBytes = 64 * 1024

/**
 * Hands the one file of a form, the part `file`, on while it comes in; what else stands in the form is passed
 * over. The content ends well only when the form does: cut off, too large or with a second file it throws.
 *
 * @throws `unsupported_media_type` for what is no form; `error_uploading_file` without a body, without a file
 *   or with several; `too_large`; `bad_request` for a form that breaks off
 */
export async function readFileForm<T>(
  request: FastifyRequest,
  maxBytes: number,
  take: (file: SentFile) => Promise<T>,
): Promise<T> {
  requireForm(request, 'error_uploading_file')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + slackBytes) throw tooLarge(maxBytes)
  const parts = withMultipartErrors(request.parts({ limits: { fileSize: maxBytes, files: 2, fields: 20 } }))
  const nextFile = async (): Promise<MultipartFile | undefined> => {
    for (;;) {
      const { value: part, done } = await parts.next()
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
    for await (const piece of withMultipartErrors(sent.file)) yield piece as Buffer
    if (sent.file.truncated) throw tooLarge(maxBytes)
    const second = await nextFile()
    if (second) {
      second.file.resume()
      throw new AppError('error_uploading_file')
    }
  }
  return take({ name: file.filename ?? '', content: content(file) })
}

const tooLarge = (maxBytes: number): AppError =>
  new AppError('too_large', message('file_too_large_here', { most: maxBytes.toLocaleString('en') }))
