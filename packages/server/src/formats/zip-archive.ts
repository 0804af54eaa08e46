import { getFileNameLowLevel, openPromise, type Entry as ZipEntry, type ZipFile } from 'yauzl'
import { type Message, message } from '../message.js'
import { FileProblem, fileProblem } from './file-problem.js'

/**
 * What an archive may hold. What it says of itself is not believed: bytes are counted while they are
 * inflated.
 */
export interface ArchiveLimits {
  readonly entries: number
  /** Bytes of one entry, inflated. */
  readonly entryBytes: number
  /** Bytes of all entries that are read, inflated. */
  readonly allBytes: number
}

/** A file in an archive. */
export interface ArchiveEntry {
  /**
   * What the name may be: archives often do not say in which encoding they wrote it. The likeliest comes
   * first.
   */
  readonly names: readonly string[]
  readonly size: number
  /** @internal */
  readonly source: ZipEntry
}

/** An archive holds more than may be read. */
export class ArchiveTooLarge extends Error {
  constructor(readonly said: Message) {
    super(said.text)
  }
}

/** A ZIP file that is read where it lies; nothing of it is ever written under a name of its own. */
export class ZipArchive {
  private inflated = 0

  private constructor(
    private readonly file: ZipFile,
    private readonly limits: ArchiveLimits,
    /** Its files in the order of the archive; folders are none. */
    readonly entries: readonly ArchiveEntry[],
  ) {}

  /** @throws FileProblem for what is no ZIP file; ArchiveTooLarge for too many entries */
  static async open(path: string, limits: ArchiveLimits): Promise<ZipArchive> {
    const file = await asProblem(() =>
      openPromise(path, {
        decodeStrings: false,
        autoClose: false,
        lazyEntries: true,
        validateEntrySizes: true,
      }),
    )
    try {
      if (file.entryCount > limits.entries) throw tooManyEntries(limits)
      const entries = await asProblem(() => readEntries(file, limits))
      return new ZipArchive(file, limits, entries)
    } catch (error) {
      file.close()
      throw error
    }
  }

  /** The bytes of an entry. @throws FileProblem, ArchiveTooLarge while they are read */
  async *read({ source, names }: ArchiveEntry): AsyncGenerator<Buffer> {
    const { entryBytes, allBytes } = this.limits
    const [name = ''] = names
    if (source.isEncrypted()) throw fileProblem('archive_encrypted', { name })
    if (!source.canDecodeFileData()) {
      throw fileProblem('archive_packed_strangely', { name })
    }
    if (source.uncompressedSize > entryBytes) throw entryTooLarge(name, this.limits)
    const stream = await asProblem(() => this.file.openReadStreamPromise(source))
    let bytes = 0
    try {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        bytes += piece.length
        this.inflated += piece.length
        if (bytes > entryBytes) throw entryTooLarge(name, this.limits)
        if (this.inflated > allBytes) {
          throw new ArchiveTooLarge(message('archive_files_too_large', { most: inDigits(allBytes) }))
        }
        yield piece
      }
    } catch (error) {
      throw error instanceof ArchiveTooLarge ? error : damaged(error)
    } finally {
      stream.destroy()
    }
  }

  close(): void {
    this.file.close()
  }
}

async function readEntries(file: ZipFile, limits: ArchiveLimits): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  let seen = 0
  for await (const source of file.eachEntry()) {
    if (++seen > limits.entries) throw tooManyEntries(limits)
    const names = namesOf(source)
    if (!names[0]?.endsWith('/')) entries.push({ names, size: source.uncompressedSize, source })
  }
  return entries
}

/**
 * APPNOTE.TXT 4.4.4 and appendix D: bit 11 or the field 0x7075 says UTF-8, else it is code page 437. Programs
 * of today write UTF-8, Windows-1252 or code page 850 without saying so.
 */
function namesOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: ZipEntry): string[] {
  const stated = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true)
  const names = [stated]
  if ((generalPurposeBitFlag & 0x800) === 0 && fileNameRaw.some((byte) => byte > 127)) {
    const utf8 = decoded(fileNameRaw, 'utf-8')
    if (utf8 !== undefined) names.unshift(utf8)
    for (const name of [decoded(fileNameRaw, 'windows-1252'), fromCodePage850(fileNameRaw)]) {
      if (name !== undefined) names.push(name)
    }
  }
  return [...new Set(names.map((name) => name.normalize('NFC').replaceAll('\\', '/')))]
}

function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Characters 0x80 to 0xff of code page 850, which MS-DOS and older Windows used in western Europe. */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const fromCodePage850 = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(/[\u0080-\u00ff]/g, (character) => codePage850[character.charCodeAt(0) - 0x80] ?? '?')

const tooManyEntries = ({ entries }: ArchiveLimits): ArchiveTooLarge =>
  new ArchiveTooLarge(message('archive_too_many_entries', { most: inDigits(entries) }))

const entryTooLarge = (name: string, { entryBytes }: ArchiveLimits): ArchiveTooLarge =>
  new ArchiveTooLarge(message('archive_entry_too_large', { name, most: inDigits(entryBytes) }))

const inDigits = (number: number): string => number.toLocaleString('en')

async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ArchiveTooLarge ? error : damaged(error)
  }
}

/** The library says what is wrong in its own words; a failing disk is no damage of the archive. */
function damaged(error: unknown): unknown {
  if (error instanceof FileProblem) return error
  const isOfSystem = error instanceof Error && 'syscall' in error
  return isOfSystem
    ? error
    : fileProblem('archive_damaged', { reason: error instanceof Error ? error.message : String(error) })
}
