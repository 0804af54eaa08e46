import { boxMatrix, type MatrixBox } from '../drawing/matrix-boxes.js'
import type { HarrisMatrix, MatrixUnit } from '../matrix/harris-matrix.js'
import { nameFromNewer } from '../relations/relation-name.js'

/**
 * The matrix in the language of Graphviz (https://graphviz.org/doc/info/lang.html): one node for each box, an
 * edge from the newer to the older for each relation, the boxes of a level on one rank.
 */
export function writeDot(matrix: HarrisMatrix): string {
  const { boxes, lines, inWords } = boxMatrix(matrix)
  const nodeOf = (place: number) => `unit_${boxes[place]?.group}`
  const ranks = new Map<number, number[]>()
  boxes.forEach(({ units }, place) => {
    const level = units[0]?.level
    if (level !== undefined) ranks.set(level, [...(ranks.get(level) ?? []), place])
  })
  const edges = lines.map(({ row, newer, older, isInLoop }) => {
    const color = isInLoop ? ', color="#bb1e10", arrowhead="normal"' : ''
    return `  ${nodeOf(newer)} -> ${nodeOf(older)} [id="relation_${row.id}", class="${nameFromNewer(row.relation)}", tooltip=${quoted(inWords(row))}${color}]`
  })
  const loops = boxes.flatMap(({ within }, place) =>
    within.map(
      (row) =>
        `  ${nodeOf(place)} -> ${nodeOf(place)} [id="relation_${row.id}", tooltip=${quoted(inWords(row))}, color="#bb1e10", arrowhead="normal"]`,
    ),
  )
  return [
    `digraph ${quoted(`Harris matrix: ${matrix.table.label}`)} {`,
    '  graph [rankdir="TB", ranksep="0.3", nodesep="0.25"]',
    '  node [shape="box", height="0.3", fontname="Helvetica", fontsize="11"]',
    '  edge [arrowhead="none", tailport="s", headport="n"]',
    ...boxes.map((box, place) => `  ${nodeOf(place)} [${attributes(box, inWords)}]`),
    ...[...ranks]
      .sort(([a], [b]) => a - b)
      .map(([, places]) => `  { rank="same"; ${places.map((place) => nodeOf(place)).join('; ')} }`),
    ...edges,
    ...loops,
    '}',
    '',
  ].join('\n')
}

function attributes(box: MatrixBox, inWords: ReturnType<typeof boxMatrix>['inWords']): string {
  const lines = box.units.map((unit: MatrixUnit) => escaped(unit.label)).join('\\n')
  const isPale = box.units.every((unit) => !unit.inFilter)
  return [
    `label="${lines}"`,
    box.joins.length > 0 && `tooltip=${quoted(box.joins.map(inWords).join('; '))}`,
    isPale && 'color="#c4beb2", fontcolor="#8f897d"',
    box.isInLoop && 'color="#bb1e10"',
  ]
    .filter(Boolean)
    .join(', ')
}

/**
 * Inside quotation marks a backslash begins a sign and `&` an entity; a control character has no place there.
 */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Surrogate}]+/gu, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('&', '&amp;')

const quoted = (text: string): string => `"${escaped(text)}"`
