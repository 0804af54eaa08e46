import { rm } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.js'
import { withMultipartErrors } from '../../../http/multipart-errors.js'
import { requireForm } from '../../../http/require-form.js'
import { message } from '../../../message.js'
import type { Spool } from '../../../storage/binaries/spool.js'
import { writeDown } from '../../../storage/binaries/write-down.js'

/**
 * A form with files that was read to its end. Its files lie on this machine until the one who takes the form
 * is done.
 */
export interface ReceivedForm {
  /** Path of each file, by the name of its part; the first where there are several. */
  readonly files: ReadonlyMap<string, string>
  readonly values: ReadonlyMap<string, string>
}

/**
 * Takes the named files of a form in as they come, whatever the order of its parts, and hands all of it to
 * `use`. Nothing of it is left on this machine afterwards, but for what `use` moved elsewhere.
 *
 * @throws `unsupported_media_type` for what is no form, `import_error_no_file` without a body, `too_large`,
 *   `bad_request` for a form that breaks off
 */
export async function withForm<T>(
  request: FastifyRequest,
  spool: Spool,
  { parts, maxBytes }: { readonly parts: readonly string[]; readonly maxBytes: number },
  use: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  requireForm(request, 'import_error_no_file')
  const files = new Map<string, string>()
  const values = new Map<string, string>()
  try {
    const limits = { fileSize: maxBytes, files: parts.length + 2 }
    for await (const part of withMultipartErrors(request.parts({ limits }))) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') values.set(part.fieldname, part.value)
      } else if (!parts.includes(part.fieldname) || files.has(part.fieldname)) {
        part.file.resume()
      } else {
        const path = await spool.newPath()
        files.set(part.fieldname, path)
        await writeDown(path, bounded(part, maxBytes))
      }
    }
    return await use({ files, values })
  } finally {
    await Promise.all([...files.values()].map((path) => rm(path, { force: true })))
  }
}

async function* bounded({ file }: MultipartFile, maxBytes: number): AsyncGenerator<Uint8Array> {
  for await (const piece of withMultipartErrors(file)) yield piece as Buffer
  if (file.truncated) {
    throw new AppError('too_large', message('file_too_large_split', { most: maxBytes.toLocaleString('en') }))
  }
}
