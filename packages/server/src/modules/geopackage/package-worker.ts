import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import { readWkt } from '../../formats/wkt.js'
import type { SqlValue } from '../../storage/sql.js'
import { type Box, boxOfWkt } from '../../storage/wkt-box.js'
import { geometryBlob, wgs84 } from './geometry-blob.js'
import type { PackageAnswer, PackageRequest, PackageTable } from './package-protocol.js'
import {
  attributesTable,
  insertInto,
  type LayerShape,
  layerTable,
  type PackageColumn,
  packageScript,
  treeOf,
  treeTable,
  treeTriggers,
} from './package-schema.js'

/** The thread that writes one GeoPackage. It holds nothing but the rows at hand. */

// On Linux this is the priority of the calling thread: requests of people go first.
try {
  setPriority(10)
} catch {
  // Not allowed here: the threads share the processors evenly.
}

interface Layer {
  readonly shape: LayerShape
  readonly rows: StatementSyncInstance
  readonly tree: StatementSyncInstance
  box: Box
}

const db = new DatabaseSync(String(workerData))
db.exec(packageScript)

const describe = db.prepare(
  'INSERT INTO gpkg_contents (table_name, data_type, identifier, description, min_x, min_y, max_x, max_y, srs_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const describeColumn = db.prepare(
  'INSERT OR IGNORE INTO gpkg_data_columns (table_name, column_name, name, title) VALUES (?, ?, ?, ?)',
)

/** The table at hand. */
class Writing {
  readonly #records: StatementSyncInstance
  readonly #layers = new Map<Geometry['type'], Layer>()
  #last: SqlValue | undefined

  constructor(readonly table: PackageTable) {
    db.exec(attributesTable(table.name, table.columns))
    this.#records = db.prepare(insertInto(table.name, table.columns.length))
    describe.run(table.name, 'attributes', table.name, table.label, null, null, null, null, null)
    describeColumns(table.name, table.columns)
  }

  add(row: readonly SqlValue[]): void {
    const values = row.slice(0, this.table.columns.length)
    // A record comes as often as it has geometries.
    if (values[0] !== this.#last) this.#records.run(...values)
    this.#last = values[0]
    if (!this.table.layers) return
    const [geoId = null, wkt] = row.slice(values.length)
    const geometry = typeof wkt === 'string' ? readWkt(wkt) : undefined
    const box = typeof wkt === 'string' ? boxOfWkt(wkt) : undefined
    if (!geometry || !box) return
    const layer = this.#layerOf(geometry.type, this.table.layers)
    layer.rows.run(geoId, geometryBlob(geometry, box), ...values)
    layer.tree.run(geoId, box[0], box[2], box[1], box[3])
    layer.box = around(layer.box, box)
  }

  #layerOf(type: Geometry['type'], layers: NonNullable<PackageTable['layers']>): Layer {
    const known = this.#layers.get(type)
    if (known) return known
    const shape = { name: layers.names[type], key: layers.key, geometry: layers.geometry, type }
    db.exec(layerTable(shape, this.table.columns))
    db.exec(treeTable(shape))
    const layer: Layer = {
      shape,
      rows: db.prepare(insertInto(shape.name, this.table.columns.length + 2)),
      tree: db.prepare(insertInto(treeOf(shape), 5)),
      box: [Infinity, Infinity, -Infinity, -Infinity],
    }
    this.#layers.set(type, layer)
    return layer
  }

  end(): void {
    for (const { shape, box } of this.#layers.values()) {
      const { name, geometry, type } = shape
      describe.run(name, 'features', name, this.table.label, ...box, wgs84)
      describeColumns(name, this.table.columns)
      db.prepare('INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?, 0, 0)').run(
        name,
        geometry,
        type.toUpperCase(),
        wgs84,
      )
      db.prepare(
        "INSERT INTO gpkg_extensions VALUES (?, ?, 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
      ).run(name, geometry)
      db.exec(treeTriggers(shape))
    }
  }
}

/** A label that two columns share names neither of them. */
function describeColumns(table: string, columns: readonly PackageColumn[]): void {
  for (const { name, title } of columns) describeColumn.run(table, name, title, title)
}

const around = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
]

let writing: Writing | undefined

function perform(request: PackageRequest): void {
  switch (request.do) {
    case 'table':
      writing?.end()
      writing = new Writing(request.table)
      break
    case 'rows':
      for (const row of request.rows) writing?.add(row)
      break
    case 'finish':
      writing?.end()
      db.exec('COMMIT')
      db.close()
  }
}

parentPort?.on('message', (request: PackageRequest) => {
  let answer: PackageAnswer = {}
  try {
    perform(request)
  } catch (error) {
    answer = { problem: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
})
