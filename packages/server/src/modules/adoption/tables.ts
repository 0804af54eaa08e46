import { appStatuses } from '../../catalogue/app-settings.js'
import { type AdoptedTable, type Conversion, convertedTable, knownTable } from './adopted-table.js'
import type { Adoption } from './adoption.js'
import { citationConversions } from './citations.js'
import { fileConversions } from './files.js'
import { historyConversions } from './history.js'
import { linkConversions } from './links.js'
import { mapConversions } from './map.js'
import { peopleConversions } from './people.js'
import { recordTables } from './records.js'
import { indexRow, relationRow } from './relations-and-indexes.js'
import { rightsConversions } from './rights.js'
import { savedConversions } from './saved.js'
import { integerOf, rowsOf, textOf, type Values } from './source-rows.js'

/** What becomes of tables whose rows belong to records and people, in the order in which they are read. */
const conversions: readonly Conversion[] = [
  ...rightsConversions,
  ...savedConversions,
  ...fileConversions,
  ...linkConversions,
  ...mapConversions,
  ...citationConversions,
  ...historyConversions,
]

/** Tables of the old service whose rows are read for themselves. */
export const oldTables: ReadonlySet<string> = new Set([
  'bdus_migrations',
  'bdus_cfg_app',
  'bdus_cfg_tables',
  'bdus_cfg_fields',
  'bdus_cfg_relations',
  'bdus_cfg_indexes',
  ...[...peopleConversions, ...conversions].map(({ from }) => from),
])

/**
 * Every table of the new application, in an order in which each finds what it depends on. Those that the old
 * service had nothing for are made by the migrations.
 */
export async function adoptedTables(adoption: Adoption): Promise<AdoptedTable[]> {
  const { configuration, keySalt } = adoption
  const settings = await readSettings(adoption)
  const converted = (conversion: Conversion) => convertedTable(adoption, conversion)
  return [
    knownTable('sys_migrations', () => []),
    knownTable('sys_key_salt', () => [{ id: 1, salt: keySalt }]),
    knownTable('sys_cfg_app', () => [settings]),
    knownTable('sys_cfg_tables', () => configuration.tableRows),
    knownTable('sys_cfg_fields', () => configuration.fieldRows),
    knownTable('sys_cfg_relations', () => configuration.relations.map(relationRow)),
    ...peopleConversions.map(converted),
    ...recordTables(adoption),
    knownTable('sys_cfg_indexes', () => indexRows(adoption)),
    ...conversions.map(converted),
  ]
}

/** What is set for the whole application. */
async function readSettings({ source, report, installation, means }: Adoption): Promise<Values> {
  const notes = report.table('bdus_cfg_app')
  const [row = {}] = await rowsOf(source, notes)
  notes.adopted = Math.min(notes.read, 1)
  const status = textOf(row['status'])
  return {
    id: 1,
    status: appStatuses.find((one) => one === status) ?? 'on',
    max_image_size: integerOf(row['max_image_size']) ?? 0,
    welcome: textOf(row['welcome']),
    color: textOf(row['color']) || 'indigo',
    definition: installation.definition || installation.name,
    lang: '',
    list_columns: 'all',
    version: means?.version ?? '',
    adopted_from: installation.version || textOf(row['bdus_version']),
  }
}

/** The indexes that the rows allow; the others are said. */
function indexRows({ indexFit, report }: Adoption): Values[] {
  const notes = report.table('bdus_cfg_indexes')
  for (const { index, problem } of indexFit.unfit) if (!index.auto) notes.leaveOut(index.id, problem)
  notes.adopted = indexFit.fit.filter(({ auto }) => !auto).length
  return indexFit.fit.map(indexRow)
}
