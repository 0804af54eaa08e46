import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.js'
import type { Upload } from './service.js'

type Part = MultipartFile | MultipartValue

/**
 * Hands the first file of a form on while it comes in. What stands beside it may come before or after.
 *
 * @throws `unsupported_media_type` for what is no form, `too_large`, `bad_request` for a form that breaks off
 */
export async function readUpload<T>(
  request: FastifyRequest,
  mostBytes: number,
  take: (upload: Upload | undefined) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) {
    throw new AppError('unsupported_media_type', { text: 'Send the file as multipart/form-data.' })
  }
  const values = new Map<string, string>()
  const parts = request.parts({ limits: { fileSize: mostBytes } })
  const nextFile = async (): Promise<MultipartFile | undefined> => {
    for (;;) {
      const { value: part, done } = (await parts.next()) as IteratorResult<Part, undefined>
      if (done) return undefined
      if (part.type === 'file') return part
      if (typeof part.value === 'string') values.set(part.fieldname, part.value)
    }
  }
  const file = await nextFile()
  if (file?.fieldname !== 'file') {
    file?.file.resume()
    return take(undefined)
  }
  return take({
    content: bounded(file, mostBytes),
    fields: async () => {
      // Further files are passed over.
      for (let other = await nextFile(); other; other = await nextFile()) other.file.resume()
      return { type: values.get('type'), table: values.get('tb') }
    },
  })
}

async function* bounded({ file }: MultipartFile, mostBytes: number): AsyncGenerator<Buffer> {
  for await (const piece of file) yield piece as Buffer
  if (file.truncated) {
    throw new AppError('too_large', {
      text: `The file is larger than ${mostBytes.toLocaleString('en')} bytes, the limit here; split it.`,
    })
  }
}
