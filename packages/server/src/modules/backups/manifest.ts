import { deletePolicies } from '@trowel/contract/model/delete-policies.js'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { identifierPattern } from '../../catalogue/sound-rows.js'
import { message } from '../../message.js'
import { binaryNameForm } from '../../storage/binaries/binary-storage.js'
import { BackupProblem } from './backup-problem.js'

/** The form of the archive. A reader takes this one and refuses greater numbers. */
export const formatVersion = 1
export const manifestName = 'manifest.json'

export const columnNamePattern = identifierPattern
const name = Type.String({ pattern: columnNamePattern })
/** Tables of the service are called as it calls them, and none as those of an engine. */
export const tableNamePattern = `^(?!(?!sys_)[Ss][Yy][Ss]_|[Ss][Qq][Ll][Ii][Tt][Ee]_)${identifierPattern.slice(1)}`
const tableName = Type.String({ pattern: tableNamePattern })
const digest = Type.String({ pattern: '^[0-9a-f]{64}$' })
const count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const action = Type.Enum([...deletePolicies])

/**
 * Which bytes outside the database come into a backup: uploaded files, files for the map, and the pictures of
 * the project.
 */
export const fileAreas = ['files', 'geodata', 'pictures'] as const

/** The bytes of one part, unpacked. */
const Content = { bytes: count, sha256: digest }

export const TablePart = Type.Object({
  name: tableName,
  columns: Type.Array(
    Type.Object({
      name,
      type: Type.Union([Type.Literal('TEXT'), Type.Literal('INTEGER'), Type.Literal('FLOAT')]),
      notNull: Type.Boolean(),
    }),
    { minItems: 1, maxItems: 2000 },
  ),
  foreignKeys: Type.Array(
    Type.Object({ column: name, table: tableName, target: name, onDelete: action, onUpdate: action }),
  ),
  // Without columns it is one over expressions, which the service knows by its name.
  indexes: Type.Array(Type.Object({ name, columns: Type.Array(name), unique: Type.Boolean() })),
  lastId: count,
  rows: count,
  ...Content,
})
export type TablePart = Static<typeof TablePart>

/** A foreign key refers to the id, or to a column whose values are all different. */
export function isKey(
  tables: readonly {
    readonly name: string
    readonly indexes: readonly { readonly columns: readonly string[]; readonly unique: boolean }[]
  }[],
  { table, target }: Pick<TablePart['foreignKeys'][number], 'table' | 'target'>,
): boolean {
  const referred = tables.find(({ name }) => name === table)
  if (!referred) return false
  return (
    target === 'id' || referred.indexes.some(({ columns, unique }) => unique && columns.join() === target)
  )
}

export const FilePart = Type.Object({
  area: Type.Enum(fileAreas),
  name: Type.String({ pattern: binaryNameForm.source }),
  ...Content,
})
export type FilePart = Static<typeof FilePart>

/** What a backup says of itself; written last, when all parts are known. */
export const Manifest = Type.Object({
  format: Type.Literal('trowel backup'),
  formatVersion: Type.Literal(formatVersion),
  app: Type.String(),
  engine: Type.String(),
  version: Type.String(),
  createdAt: Type.String(),
  createdBy: Type.String(),
  migrations: Type.Array(Type.String()),
  tables: Type.Array(TablePart),
  /** `null` when the backup was made without files. */
  files: Type.Union([Type.Array(FilePart), Type.Null()]),
  /** Files whose bytes were not there. */
  missingFiles: count,
})
export type Manifest = Static<typeof Manifest>

export const tablePath = (place: number): string => `tables/${String(place + 1).padStart(4, '0')}.ndjson`
export const filePath = ({ area, name }: Pick<FilePart, 'area' | 'name'>): string => `${area}/${name}`

/** @throws BackupProblem */
export function parseManifest(text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new BackupProblem('not_a_backup', message('backup_manifest_no_json', {}), { cause: error })
  }
  const { format, formatVersion: stated } = (value ?? {}) as Partial<Record<string, unknown>>
  if (format !== 'trowel backup')
    throw new BackupProblem('not_a_backup', message('backup_of_another_program', {}))
  if (typeof stated === 'number' && stated > formatVersion) {
    throw new BackupProblem('newer_version', message('backup_newer', {}))
  }
  if (!Value.Check(Manifest, value))
    throw new BackupProblem('corrupt', message('backup_manifest_damaged', {}))
  requireDistinct(value.tables.map((table) => table.name))
  requireDistinct(value.tables.flatMap((table) => table.indexes.map((index) => index.name)))
  for (const { columns } of value.tables) requireDistinct(columns.map((column) => column.name))
  requireDistinct((value.files ?? []).map(filePath))
  return value
}

function requireDistinct(names: readonly string[]): void {
  if (new Set(names).size !== names.length)
    throw new BackupProblem('corrupt', message('backup_manifest_repeats', {}))
}
