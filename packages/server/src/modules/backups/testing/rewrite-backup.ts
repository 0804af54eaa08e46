import { createHash } from 'node:crypto'
import { fromBufferPromise } from 'yauzl'
import { zipBytes } from '../../../testing/zip-bytes.js'
import { type Manifest, manifestName, tablePath } from '../manifest.js'

/** The parts of a backup by their paths, as a forger has them before him. */
export class OpenedBackup {
  private constructor(
    readonly parts: Map<string, Buffer>,
    readonly manifest: Manifest,
  ) {}

  static async open(bytes: Buffer): Promise<OpenedBackup> {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true })
    const parts = new Map<string, Buffer>()
    for await (const entry of zip.eachEntry()) {
      const pieces: Buffer[] = []
      for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
        pieces.push(piece)
      parts.set(entry.fileName, Buffer.concat(pieces))
    }
    const manifest = JSON.parse(String(parts.get(manifestName))) as Manifest
    return new OpenedBackup(parts, manifest)
  }

  table(name: string): Manifest['tables'][number] {
    const table = this.manifest.tables.find((each) => each.name === name)
    if (!table) throw new Error(`The backup has no table ${name}.`)
    return table
  }

  pathOf(name: string): string {
    return tablePath(this.manifest.tables.indexOf(this.table(name)))
  }

  /** Changes the rows of a table, and what the manifest says of them. */
  changeRows(name: string, change: (rows: unknown[][]) => unknown[][]): void {
    const path = this.pathOf(name)
    const lines = String(this.parts.get(path)).split('\n').filter(Boolean)
    const rows = change(lines.map((line) => JSON.parse(line) as unknown[]))
    const content = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    this.parts.set(path, content)
    Object.assign(this.table(name), {
      rows: rows.length,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    })
  }

  bytes(): Buffer {
    this.parts.set(manifestName, Buffer.from(JSON.stringify(this.manifest)))
    return zipBytes([...this.parts].map(([name, content]) => ({ name, content })))
  }
}
