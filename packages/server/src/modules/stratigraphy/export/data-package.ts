import { endsOf, type HarrisMatrix, type MatrixUnit } from '../matrix/harris-matrix.js'
import { nameFromNewer } from '../relations/relation-name.js'

export interface PackageFacts {
  /** ISO 8601. */
  readonly created: string
}

const field = (name: string, description: string, more: object = {}) => ({
  name,
  type: 'string',
  description,
  ...more,
})
const context = (name: string, description: string) => ({
  ...field(name, description, { constraints: { required: true } }),
})
const toContexts = (...fields: string[]) =>
  fields.map((name) => ({ fields: name, reference: { resource: 'contexts', fields: 'label' } }))

/**
 * The matrix as a Harris Matrix Data Package, version 0.2
 * (https://www.iosa.it/specs/harris-matrix-data-package/): the descriptor of a tabular data package, its
 * tables `contexts`, `observations` (younger above older) and `inferences` (once one whole) inside. The names
 * of contexts have to be unique there: two that are not get their ids behind them.
 */
export function writeDataPackage(matrix: HarrisMatrix, { created }: PackageFacts): string {
  const labels = labelsOf(matrix.units)
  const label = (id: number) => labels.get(id) as string
  const groups = new Map(matrix.units.map(({ id, group }) => [id, group]))
  const interfaces = new Set<number>()
  const [withAbove, withBelow] = [new Set<unknown>(), new Set<unknown>()]
  const observations: object[] = []
  const inferences: object[] = []
  for (const row of matrix.relations) {
    const relation = nameFromNewer(row.relation)
    const ends = endsOf(row)
    if (!ends) {
      inferences.push({ first: label(row.first), second: label(row.second), relation })
      continue
    }
    // What cuts, or is filled, is a surface that was dug; everything else was laid down.
    if (relation === 'cuts') interfaces.add(ends.newer)
    if (relation === 'fills') interfaces.add(ends.older)
    withBelow.add(groups.get(ends.newer))
    withAbove.add(groups.get(ends.older))
    observations.push({ younger: label(ends.newer), older: label(ends.older), relation })
  }
  const contexts = matrix.units.map(({ id, group, level, chrono }) => ({
    label: label(id),
    'unit-type': interfaces.has(id) ? 'interface' : 'deposit',
    position: positionOf(withAbove.has(group), withBelow.has(group)),
    ...(level === undefined ? {} : { level }),
    ...(chrono ? { chrono_from: chrono.from, chrono_to: chrono.to, chrono_label: chrono.label } : {}),
  }))
  const hasDates = matrix.units.some(({ chrono }) => chrono !== undefined)
  const descriptor = {
    profile: 'tabular-data-package',
    name: `harris-matrix-${matrix.table.name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')}`,
    title: `Harris matrix: ${matrix.table.label}`,
    created,
    resources: [
      resource('contexts', contexts, {
        fields: [
          field('label', 'Name of the context', { constraints: { required: true, unique: true } }),
          field(
            'unit-type',
            'A deposit, or the interface left by removing one: guessed from cuts and fills',
            {
              constraints: { required: true, enum: ['deposit', 'interface'] },
            },
          ),
          field('position', 'On the surface, basal, or between', {
            constraints: { required: true, enum: ['surface', 'basal', 'other'] },
          }),
          { name: 'level', type: 'integer', description: '1 for the latest' },
          ...(hasDates
            ? [
                { name: 'chrono_from', type: 'integer', description: 'First year, negative BCE' },
                { name: 'chrono_to', type: 'integer', description: 'Last year, negative BCE' },
                field('chrono_label', 'The date as it was typed'),
              ]
            : []),
        ],
        primaryKey: 'label',
      }),
      resource('observations', observations, {
        fields: [
          context('younger', 'The context above'),
          context('older', 'The context below'),
          field('relation', 'How the younger lies to the older'),
        ],
        foreignKeys: toContexts('younger', 'older'),
      }),
      resource('inferences', inferences, {
        fields: [
          context('first', 'One context'),
          context('second', 'A context that was once one whole with it, or bound to it'),
          field('relation', 'Which of both'),
        ],
        foreignKeys: toContexts('first', 'second'),
      }),
    ],
  }
  return `${JSON.stringify(descriptor, null, 1)}\n`
}

const resource = (name: string, data: readonly object[], schema: object) => ({
  name,
  profile: 'tabular-data-resource',
  data,
  schema,
})

const positionOf = (hasAbove: boolean, hasBelow: boolean): string =>
  !hasAbove && hasBelow ? 'surface' : hasAbove && !hasBelow ? 'basal' : 'other'

function labelsOf(units: readonly MatrixUnit[]): Map<number, string> {
  const counts = new Map<string, number>()
  for (const { label } of units) counts.set(label, (counts.get(label) ?? 0) + 1)
  const taken = new Set(counts.keys())
  const labels = new Map<number, string>()
  for (const { id, label } of units) {
    let name = label
    while (counts.get(label) !== 1 && taken.has(name)) name += ` (${id})`
    taken.add(name)
    labels.set(id, name)
  }
  return labels
}
