import { type ArchiveEntry, type ArchiveLimits, ZipArchive } from '../../../formats/zip-archive.js'

const maxEntries = 10_000
const maxBytes = 8 * 1024 ** 3

export const photoLimits = (fileBytes: number): ArchiveLimits => ({
  entries: maxEntries,
  entryBytes: fileBytes,
  allBytes: maxBytes,
})

/** The name of a file without its folders. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** What programs put into archives besides the files that people chose. */
const isRubbish = ({ names: [name = ''] }: ArchiveEntry): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\._)/i.test(name)

/** The pictures of an archive, to be found by path or by name alone. */
export class PhotoEntries {
  private readonly byPath = new Map<string, ArchiveEntry>()
  private readonly byName = new Map<string, ArchiveEntry[]>()
  readonly all: readonly ArchiveEntry[]

  constructor({ entries }: ZipArchive) {
    this.all = entries.filter((entry) => !isRubbish(entry))
    for (const entry of this.all) {
      for (const path of entry.names) {
        if (!this.byPath.has(path)) this.byPath.set(path, entry)
        const name = baseName(path)
        const known = this.byName.get(name)
        if (!known) this.byName.set(name, [entry])
        else if (!known.includes(entry)) known.push(entry)
      }
    }
  }

  /** The entry with exactly this path, else the first one whose name without folders it is. */
  find(filename: string): ArchiveEntry | undefined {
    const path = plainPath(filename)
    return this.byPath.get(path) ?? this.byName.get(path)?.[0]
  }

  /** Does the name alone stand for several entries? */
  isRepeated(filename: string): boolean {
    const path = plainPath(filename)
    return !this.byPath.has(path) && (this.byName.get(path)?.length ?? 0) > 1
  }
}

/** As entries are compared: composed letters, slashes that lean forward. */
const plainPath = (filename: string): string => filename.normalize('NFC').replaceAll('\\', '/')

/** @throws FileProblem, ArchiveTooLarge */
export async function withArchive<T>(
  path: string,
  fileBytes: number,
  use: (archive: ZipArchive, entries: PhotoEntries) => Promise<T>,
): Promise<T> {
  const archive = await ZipArchive.open(path, photoLimits(fileBytes))
  try {
    return await use(archive, new PhotoEntries(archive))
  } finally {
    archive.close()
  }
}
