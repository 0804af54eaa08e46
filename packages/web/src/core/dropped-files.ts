/** A file out of a folder that was dropped. */
class FileInFolder extends File {
  constructor(
    file: File,
    /** From the folder on: `C0412/IMG_1.jpg`. */
    readonly path: string,
  ) {
    super([file], file.name, { type: file.type, lastModified: file.lastModified })
  }
}

/** The name of a file, with the folders that it was chosen or dropped in. */
export const pathOf = (file: File): string =>
  file instanceof FileInFolder ? file.path : file.webkitRelativePath || file.name

/** More are not looked for in folders. */
const maxFiles = 20_000

/** Files that were dropped, and those in folders among them. */
export async function filesDropped({ items, files }: DataTransfer): Promise<readonly File[]> {
  // Both can be read only while the drop is told.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const alone = [...files]
  if (!entries.some(({ isDirectory }) => isDirectory)) return alone
  const found: File[] = []
  for (const entry of entries) await collect(entry, found)
  return found
}

/** Files that programs leave in folders are left out. */
const isHidden = (name: string): boolean => /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i.test(name)

async function collect(entry: FileSystemEntry, into: File[]): Promise<void> {
  if (isHidden(entry.name) || into.length >= maxFiles) return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    into.push(new FileInFolder(file, entry.fullPath.replace(/^\//, '')))
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // A folder is read in portions, of which the last one is empty.
    for (;;) {
      const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      )
      if (portion.length === 0) return
      for (const one of portion) await collect(one, into)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
