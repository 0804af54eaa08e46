import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import {
  all,
  type MediaRelation,
  mediaRelations,
  openPackage,
  plainTables,
  quoted,
  type Row,
} from './gpkg-file.js'

/** A picture or the like that hangs from a row of a layer. */
export interface Attachment {
  /** The value of the key of the row. */
  readonly key: number
  readonly name: string
  readonly bytes: Uint8Array
}

/** How many attachments the rows of a layer have under this key. @throws FileProblem */
export async function countAttachments(path: string, layer: string, key: string): Promise<number> {
  const db = await openPackage(path)
  try {
    return relationsOf(db, layer, key).reduce((sum, relation) => {
      const [[count] = []] = all(db, `SELECT count(*) ${joined(relation)}`)
      return sum + Number(count)
    }, 0)
  } finally {
    db.close()
  }
}

/** The attachments of the rows of a layer, one in memory at a time. @throws FileProblem */
export async function* readAttachments(path: string, layer: string, key: string): AsyncGenerator<Attachment> {
  const db = await openPackage(path)
  try {
    for (const relation of relationsOf(db, layer, key)) {
      const called = nameColumn(db, relation.media)
      const name = called === undefined ? 'NULL' : `d.${quoted(called)}`
      const rows = db.prepare(
        `SELECT m.base_id, m.related_id, d.data, d.content_type, ${name} ${joined(relation)} ORDER BY m.rowid`,
      )
      rows.setReadBigInts(true)
      for (const row of rows.iterate() as unknown as Iterable<Row>) {
        const [base, id, bytes, type, given] = row
        if (!(bytes instanceof Uint8Array)) continue
        const title = typeof given === 'string' && given !== '' ? given : `${relation.media}_${String(id)}`
        yield { key: Number(base), name: withEnding(title, String(type)), bytes }
      }
    }
  } finally {
    db.close()
  }
}

const relationsOf = (db: DatabaseSyncInstance, layer: string, key: string): readonly MediaRelation[] =>
  mediaRelations(db, plainTables(db)).filter((relation) => relation.layer === layer && relation.key === key)

const joined = ({ layer, key, media, mediaKey, mapping }: MediaRelation): string =>
  `FROM ${quoted(mapping)} m JOIN ${quoted(media)} d ON d.${quoted(mediaKey)} = m.related_id
    JOIN ${quoted(layer)} l ON l.${quoted(key)} = m.base_id`

/** The column in which programs keep what a file was called. */
function nameColumn(db: DatabaseSyncInstance, table: string): string | undefined {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as unknown as Row[]
  return columns.map(([name]) => String(name)).find((name) => /name|title|file/i.test(name))
}

/** The ending that a name lacks, by the media type. */
function withEnding(name: string, type: string): string {
  if (/\.[A-Za-z0-9]{1,10}$/.test(name)) return name
  const ending = /\/([a-z0-9]{1,10})$/.exec(type)?.[1] ?? 'bin'
  return `${name}.${ending === 'plain' ? 'txt' : ending}`
}
