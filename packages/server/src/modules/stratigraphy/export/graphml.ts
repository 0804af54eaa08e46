import { xmlText } from '../drawing/xml-text.js'
import { endsOf, type HarrisMatrix, type MatrixUnit, type RelationRow } from '../matrix/harris-matrix.js'
import { nameFromNewer } from '../relations/relation-name.js'

/** What is written about units and relations, with its type in GraphML. */
const keys = [
  { on: 'node', name: 'label', type: 'string' },
  { on: 'node', name: 'level', type: 'int' },
  { on: 'node', name: 'group', type: 'long' },
  { on: 'node', name: 'in_filter', type: 'boolean' },
  { on: 'node', name: 'chrono_from', type: 'int' },
  { on: 'node', name: 'chrono_to', type: 'int' },
  { on: 'node', name: 'chrono_label', type: 'string' },
  { on: 'edge', name: 'relation', type: 'string' },
  { on: 'edge', name: 'joins', type: 'boolean' },
  { on: 'edge', name: 'in_loop', type: 'boolean' },
] as const

/**
 * The matrix as GraphML (http://graphml.graphdrawing.org/specification.html): one node for each unit, an edge
 * from the newer to the older. Units that are the same or bound to each other are joined by edges whose
 * direction means nothing (`joins`): networkx refuses a graph in which some edges have a direction and some
 * have none. The extension `y:` gives the names to yEd, which other programs skip.
 */
export function writeGraphml(matrix: HarrisMatrix): string {
  const wrong = new Set(matrix.loops.flatMap((loop) => loop.relations.map(({ id }) => id)))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">',
    ...keys.map(
      ({ on, name, type }) => `<key id="${on}_${name}" for="${on}" attr.name="${name}" attr.type="${type}"/>`,
    ),
    '<key id="yed" for="node" yfiles.type="nodegraphics"/>',
    `<graph id="matrix" edgedefault="directed"><desc>${xmlText(`Harris matrix: ${matrix.table.label}`)}</desc>`,
    ...matrix.units.map(node),
    ...matrix.relations.map((row) => edge(row, wrong.has(row.id))),
    '</graph></graphml>',
    '',
  ].join('\n')
}

function node({ id, label, level, group, inFilter, chrono }: MatrixUnit): string {
  const attributes = {
    label,
    level,
    group,
    in_filter: inFilter,
    chrono_from: chrono?.from,
    chrono_to: chrono?.to,
    chrono_label: chrono?.label,
  }
  const drawn = `<data key="yed"><y:ShapeNode><y:Geometry width="${Math.max(40, 10 + 8 * label.length)}" height="24"/><y:NodeLabel>${xmlText(label)}</y:NodeLabel><y:Shape type="rectangle"/></y:ShapeNode></data>`
  return `<node id="unit_${id}">${data('node', attributes)}${drawn}</node>`
}

function edge(row: RelationRow, isInLoop: boolean): string {
  const ends = endsOf(row)
  const [from, to] = ends ? [ends.newer, ends.older] : [row.first, row.second]
  const attributes = { relation: nameFromNewer(row.relation), joins: !ends, in_loop: isInLoop }
  return `<edge id="relation_${row.id}" source="unit_${from}" target="unit_${to}">${data('edge', attributes)}</edge>`
}

const data = (on: string, attributes: Readonly<Record<string, unknown>>): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `<data key="${on}_${name}">${xmlText(String(value))}</data>`)
    .join('')
