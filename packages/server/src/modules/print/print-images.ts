import { rm } from 'node:fs/promises'
import type { FileObject } from '@trowel/contract/files.js'
import type { RequestScope } from '../../http/scope.js'
import { type FileKeeping, makePrintCopy, type PrintCopy } from '../files/index.js'
import { bringPicture } from '../welcome/index.js'
import type { PrintedImage } from './print-document.js'
import type { RecordFacts } from './read-facts.js'

/**
 * How many pictures are printed, and how large they may be: 1,400 pixels are 230 to an inch over the width of
 * a page.
 */
export interface ImageLimits {
  readonly count: number
  readonly side: number
}

type ImageFile = Pick<
  FileObject,
  'id' | 'filename' | 'description' | 'marks' | 'pixels_per_cm' | 'width' | 'height'
>

/** Pictures on this machine, until they are released. */
export interface ImageStore {
  /** One picture, neither side longer than this; nothing of what is none. */
  imageOf(file: ImageFile, side: number): Promise<PrintedImage | undefined>
  /** Those of a record in their order, without those that people took out of print. */
  imagesOf(record: RecordFacts, limits: ImageLimits): Promise<PrintedImage[]>
  /** That of the project, if it has one. */
  logo(): Promise<PrintedImage | undefined>
  release(): Promise<void>
}

/** In pixels, as it is kept. */
const logoSide = 512

/** Each picture is made smaller once, however many records show it. */
export function openImageStore(scope: RequestScope, keeping: FileKeeping): ImageStore {
  const spooled: string[] = []
  const copies = new Map<number, Promise<PrintCopy | undefined>>()
  const copyOf = (fileId: number, side: number): Promise<PrintCopy | undefined> => {
    const copy = copies.get(fileId) ?? makePrintCopy(scope, keeping, fileId, side)
    copies.set(fileId, copy)
    return copy
  }
  const imageOf = async (file: ImageFile, side: number): Promise<PrintedImage | undefined> => {
    const copy = await copyOf(file.id, side)
    if (!copy) return undefined
    const { path, width, height } = copy
    const { filename, description, marks, pixels_per_cm } = file
    // Made smaller for paper, a picture has fewer pixels to a centimetre.
    const pixelsPerCm =
      pixels_per_cm === null || file.width === null ? null : (pixels_per_cm * width) / file.width
    return { path, width, height, caption: description?.trim() || filename, marks, pixelsPerCm }
  }
  return {
    imageOf,
    async imagesOf({ files }, { count, side }) {
      const wanted = files.filter((file) => file.is_image && file.printable !== false).slice(0, count)
      const images: PrintedImage[] = []
      for (const file of wanted) {
        const image = await imageOf(file, side)
        if (image) images.push(image)
      }
      return images
    },
    async logo() {
      const local = await bringPicture(scope, keeping.binaries, 'logo')
      if (!local) return undefined
      try {
        const path = await keeping.binaries.spool.newPath()
        spooled.push(path)
        const size = await keeping.images.print(local.path, path, logoSide)
        return size && { ...size, path, caption: '', marks: [], pixelsPerCm: null }
      } finally {
        await local.release()
      }
    },
    async release() {
      for (const copy of copies.values())
        await copy.then(
          (made) => made?.release(),
          () => undefined,
        )
      for (const path of spooled) await rm(path, { force: true })
    },
  }
}

/** Two at a time, as many as pictures are worked on at once. */
export async function inPairs<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < items.length; at += 2)
    made.push(...(await Promise.all(items.slice(at, at + 2).map(make))))
  return made
}
