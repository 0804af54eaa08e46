import type { ListedFile } from '@trowel/contract/files.js'
import type { PrintPictureQuery } from '@trowel/contract/print.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { listFiles } from '../files/index.js'
import type { PrintDocument, PrintedImage } from './print-document.js'
import { frameOf, type PrintedFile, withImages } from './printed-file.js'

/** 230 pixels to an inch over the longer side of a page. */
const side = 2600

/**
 * One picture on a page of its own, upright or on its side as the picture is, with its caption, the records
 * that it belongs to, its scale, and what people drew on it.
 *
 * @throws `record_not_found`; when it is opened, `unsupported_media_type` for what is no picture, and
 *   `overloaded`
 */
export async function printPicture(
  scope: RequestScope,
  services: Pick<Services, 'config' | 'binaries' | 'images' | 'secrets'>,
  fileId: number,
  { marks = true }: Decoded<typeof PrintPictureQuery>,
): Promise<PrintedFile> {
  const { files } = await listFiles(scope, services, { id: fileId })
  const [file] = files
  if (!file) throw new AppError('record_not_found', message('no_such_file_here', {}))
  return {
    name: file.filename,
    open: () =>
      withImages(scope, services, async (store): Promise<PrintDocument> => {
        const image = await store.imageOf(file, side)
        if (!image) throw new AppError('unsupported_media_type', message('no_picture_to_print', {}))
        const shown: PrintedImage = {
          ...image,
          caption: captionOf(scope, file),
          ...(!marks && { marks: [] }),
        }
        return {
          ...(await frameOf(scope, services, file.filename)),
          title: file.description?.trim() || file.filename,
          orientation: image.width > image.height ? 'landscape' : 'portrait',
          startsPages: false,
          sheets: [{ kicker: '', title: '', blocks: [{ kind: 'picture', image: shown }] }],
        }
      }),
  }
}

/** What it shows, and where it belongs. */
const captionOf = ({ catalogue }: RequestScope, { description, filename, links }: ListedFile): string =>
  [
    description?.trim() || filename,
    ...links.map(({ tb, label }) => `${catalogue.tables.get(tb)?.label ?? tb} ${label}`),
  ].join(' · ')
