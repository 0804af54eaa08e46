import type { StoredData } from './stored-data.js'

export interface StoredContext {
  readonly id: number
  readonly ctx_no: string
  readonly notes: string | null
  readonly count_of: number | null
}

export interface StoredSample {
  readonly id: number
  readonly id_link: number
  readonly lab: string | null
  readonly litres: number | null
}

export interface StoredRelation {
  readonly id: number
  readonly first: number
  readonly relation: number
  readonly second: number
}

export interface StoredLink {
  readonly id: number
  readonly id_one: number
  readonly id_two: number
}

/** The state of a context before a change set that changed it. */
export interface StoredVersion {
  readonly rowid: number
  readonly core: StoredContext
  readonly samples: readonly StoredSample[]
  /** What hung from it, if the set deleted it. */
  readonly relations: readonly StoredRelation[]
  readonly links: readonly StoredLink[]
}

interface Change {
  readonly id: number
  readonly set_id: number
  readonly row_id: number
  readonly operation: string
}

/** A change, and the way back: it answers the contexts that were changed by it. */
type UndoneChange = Pick<Change, 'id' | 'set_id'> & { undo(): number[] }

/**
 * The versions that the journal holds, oldest first: the tables are taken back set by set, as simply as can
 * be, from what they are now.
 */
export async function readVersions(data: StoredData): Promise<StoredVersion[]> {
  const changes: UndoneChange[] = []
  async function load<Row extends { readonly id: number }>(
    table: string,
    contextsOf: (row: Row) => number[],
  ): Promise<Map<number, Row>> {
    const rows = new Map((await data.rows<Row>(`SELECT * FROM ${table}`)).map((row) => [row.id, row]))
    const images = await data.rows<Row>(`SELECT * FROM sys_before_${table}`)
    const byChange = new Map(images.map((image) => [image.id, image]))
    const own = await data.rows<Change>(
      `SELECT id, set_id, row_id, operation FROM sys_changes WHERE tb = '${table}'`,
    )
    for (const { id, set_id, row_id } of own) {
      const undo = () => {
        const [after, image] = [rows.get(row_id), byChange.get(id)]
        if (image) rows.set(row_id, { ...image, id: row_id })
        else rows.delete(row_id)
        return [after, rows.get(row_id)].flatMap((row) => (row ? contextsOf(row) : []))
      }
      changes.push({ id, set_id, undo })
    }
    return rows
  }
  const contexts = await load<StoredContext>('contexts', ({ id }) => [id])
  const samples = await load<StoredSample>('samples', ({ id_link }) => [id_link])
  const relations = await load<StoredRelation>('sys_rs', () => [])
  const links = await load<StoredLink>('sys_userlinks', () => [])
  changes.sort((one, other) => other.id - one.id)
  const versions: StoredVersion[] = []
  for (let at = 0; at < changes.length; ) {
    const set = changes[at]?.set_id
    const left = new Set(contexts.keys())
    const touched = new Set<number>()
    for (; changes[at]?.set_id === set; at++) for (const id of changes[at]?.undo() ?? []) touched.add(id)
    for (const rowid of touched) {
      const core = contexts.get(rowid)
      if (!core) continue
      const taken = !left.has(rowid)
      versions.push({
        rowid,
        core,
        samples: [...samples.values()].filter(({ id_link }) => id_link === rowid),
        relations: [...relations.values()].filter(
          ({ first, second }) => taken && (first === rowid || second === rowid),
        ),
        links: [...links.values()].filter(
          ({ id_one, id_two }) => taken && (id_one === rowid || id_two === rowid),
        ),
      })
    }
  }
  return versions.reverse()
}
