import type { MatrixFormatName } from '@trowel/contract/stratigraphy.js'
import { instance } from '@viz-js/viz'
import { parse } from 'csv-parse/sync'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { readLst } from '../../../testing/read-lst.js'
import { sampleMatrix, type WrittenRelation } from '../../../testing/sample-matrix.js'
import type { HarrisMatrix } from '../matrix/harris-matrix.js'
import { matrixFormats } from './formats.js'

const facts = { created: '2026-11-21T00:00:00Z', isReduced: false }
const write = (format: MatrixFormatName, matrix: HarrisMatrix): string =>
  matrixFormats[format].write(matrix, facts) ?? ''

const pit: readonly WrittenRelation[] = [
  ['C1', 'covers', 'C2'],
  ['C2', 'fills', 'C3'],
  ['C4', 'is_cut_by', 'C3'],
  ['C4', 'is_the_same_as', 'C5'],
  ['C6', 'is_bound_to', 'C5'],
]

/** Names that mean something in one format or another. */
const hostile = [
  '"quoted"',
  "it's",
  'two\nlines',
  '<i>&amp;</i>',
  'back\\slash\\N',
  '=cmd|calc!A1',
  '-1+2',
  '+',
  '-',
  'a b',
  'a,b',
  'a_b',
  'حفرة ١٢',
  'x'.repeat(200),
  '\u0001\ud800',
  '}',
  '-->',
]
const hostileMatrix = sampleMatrix(
  hostile.slice(1).map((name, k): WrittenRelation => [hostile[k] as string, 'covers', name]),
  { table: 'Nasty "table" <&>\\' },
)

describe('Graphviz', () => {
  interface Node {
    readonly name: string
    readonly attributes: Readonly<Record<string, string>>
  }
  const layOut = async (matrix: HarrisMatrix) => {
    const viz = await instance()
    return viz.renderJSON(write('dot', matrix)) as {
      readonly objects: readonly (Node & {
        readonly label: string
        readonly pos: string
        readonly _gvid: number
      })[]
      readonly edges: readonly { readonly tail: number; readonly head: number; readonly id: string }[]
    }
  }

  test('lays the matrix out: newer above older, units that belong together in one box', async () => {
    const { objects, edges } = await layOut(sampleMatrix(pit))
    const boxes = objects.filter(({ pos }) => pos !== undefined)
    expect(boxes.map(({ label }) => label)).toEqual(['C1', 'C2', 'C3', 'C4\\nC5\\nC6'])
    const height = new Map(boxes.map(({ _gvid, pos }) => [_gvid, Number(pos.split(',')[1])]))
    expect(edges.map(({ id }) => id).sort()).toEqual(['relation_1', 'relation_2', 'relation_3'])
    for (const { tail, head } of edges) expect(height.get(tail)).toBeGreaterThan(height.get(head) ?? 0)
  })

  test('units of one level stand side by side', async () => {
    const { objects } = await layOut(
      sampleMatrix([
        ['C1', 'covers', 'C2'],
        ['C1', 'covers', 'C3'],
        ['C3', 'covers', 'C4'],
        ['C5', 'covers', 'C4'],
      ]),
    )
    const height = (label: string) => objects.find((one) => one.label === label)?.pos.split(',')[1]
    expect(height('C2')).toBe(height('C3'))
    expect(height('C1')).toBe(height('C5'))
  })

  test('takes loops and names of every kind', async () => {
    await expect(
      layOut(sampleMatrix([...pit, ['C4', 'covers', 'C1'], ['C4', 'cuts', 'C6']])),
    ).resolves.toBeDefined()
    const { objects, edges } = await layOut(hostileMatrix)
    expect(edges).toHaveLength(hostile.length - 1)
    expect(objects.filter(({ pos }) => pos).map(({ label }) => label)).toContain('back\\\\slash\\\\N')
  })
})

describe('GraphML', () => {
  const read = (matrix: HarrisMatrix) => {
    const text = write('graphml', matrix)
    expect(XMLValidator.validate(text)).toBe(true)
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: '',
      isArray: (name, _path, _isLeaf, isAttribute) =>
        !isAttribute && ['node', 'edge', 'data', 'key'].includes(name),
      trimValues: false,
      parseTagValue: false,
    })
    return parser.parse(text).graphml as {
      readonly key: readonly { readonly id: string }[]
      readonly graph: Readonly<
        Record<'node' | 'edge', readonly { readonly data: readonly { key: string; '#text': string }[] }[]>
      >
    }
  }

  test('has a node for every unit and an edge for every relation, its data declared before', () => {
    const { key, graph } = read(sampleMatrix(pit, { dates: { C1: 'c3 CE' } }))
    const declared = new Set(key.map(({ id }) => id))
    expect(graph.node).toHaveLength(6)
    expect(graph.edge).toMatchObject([
      { source: 'unit_1', target: 'unit_2' },
      { source: 'unit_2', target: 'unit_3' },
      { source: 'unit_3', target: 'unit_4' },
      { source: 'unit_4', target: 'unit_5' },
      { source: 'unit_6', target: 'unit_5' },
    ])
    const told = [...graph.node, ...graph.edge].flatMap(({ data }) => data.map((one) => one.key))
    expect(told.filter((one) => !declared.has(one))).toEqual([])
    expect(graph.edge[2]?.data[0]).toEqual({ key: 'edge_relation', '#text': 'cuts' })
  })

  test('marks edges without a direction by data alone, since readers refuse a graph of both kinds', () => {
    const { graph } = read(sampleMatrix(pit))
    const joins = graph.edge.map(({ data }) => data.find(({ key }) => key === 'edge_joins')?.['#text'])
    expect(joins).toEqual(['false', 'false', 'false', 'true', 'true'])
    expect(graph.edge.filter((edge) => 'directed' in edge)).toEqual([])
  })

  test('keeps names of every kind', () => {
    const { graph } = read(hostileMatrix)
    const labels = graph.node.map(({ data }) => data.find(({ key }) => key === 'node_label')?.['#text'])
    expect(labels).toHaveLength(hostile.length)
    expect(labels).toEqual(expect.arrayContaining(['"quoted"', '<i>&amp;</i>', 'حفرة ١٢', 'x'.repeat(200)]))
  })
})

describe('CSV', () => {
  const read = (matrix: HarrisMatrix): string[][] => parse(write('csv', matrix))

  test('says for each relation who is younger, whichever way it was written', () => {
    expect(read(sampleMatrix(pit))).toEqual([
      ['younger', 'older', 'relation'],
      ['C1', 'C2', 'covers'],
      ['C2', 'C3', 'fills'],
      ['C3', 'C4', 'cuts'],
      ['C4', 'C5', 'is_the_same_as'],
      ['C6', 'C5', 'is_bound_to'],
    ])
  })

  test('keeps names of every kind, but lets none become a formula', () => {
    const names = read(hostileMatrix)
      .slice(1)
      .map(([younger]) => younger)
    const kept = hostile.slice(0, -1).map((name) => (/^[=+-]/.test(name) ? `'${name}` : name))
    expect(names.map((name) => name?.replace('\ufffd', '\ud800'))).toEqual(kept)
  })
})

describe('LST', () => {
  test('names above and below, equal and contemporary, from both sides', () => {
    const { name, units } = readLst(write('lst', sampleMatrix(pit)))
    expect(name).toBe('Contexts')
    expect(Object.fromEntries(units)).toEqual({
      C1: { above: [], 'contemporary with': [], 'equal to': [], below: ['C2'] },
      C2: { above: ['C1'], 'contemporary with': [], 'equal to': [], below: ['C3'] },
      C3: { above: ['C2'], 'contemporary with': [], 'equal to': [], below: ['C4'] },
      C4: { above: ['C3'], 'contemporary with': [], 'equal to': ['C5'], below: [] },
      C5: { above: [], 'contemporary with': ['C6'], 'equal to': ['C4'], below: [] },
      C6: { above: [], 'contemporary with': ['C5'], 'equal to': [], below: [] },
    })
  })

  test('no two units get one name, and none the name of the top or the bottom', () => {
    const { units } = readLst(write('lst', hostileMatrix))
    expect(units.size).toBe(hostile.length)
    expect([...units.keys()].filter((name) => /[\s,]|^[+-]$/.test(name))).toEqual([])
    expect([...units.values()].flatMap(({ below }) => below)).toHaveLength(hostile.length - 1)
    for (const { above } of units.values()) for (const name of above) expect(units.has(name)).toBe(true)
  })
})

describe('the data package', () => {
  interface Resource {
    readonly name: string
    readonly data: readonly Readonly<Record<string, unknown>>[]
    readonly schema: {
      readonly fields: readonly { readonly name: string }[]
      readonly foreignKeys?: readonly { readonly fields: string }[]
    }
  }
  const read = (matrix: HarrisMatrix): { profile: string; name: string; resources: Resource[] } =>
    JSON.parse(write('json', matrix))

  test('holds the tables of the specification, their fields described', () => {
    const { profile, name, resources } = read(sampleMatrix(pit))
    expect([profile, name]).toEqual(['tabular-data-package', 'harris-matrix-contexts'])
    expect(resources.map((resource) => resource.name)).toEqual(['contexts', 'observations', 'inferences'])
    for (const { data, schema } of resources) {
      const fields = schema.fields.map((field) => field.name)
      for (const row of data) expect(Object.keys(row)).toEqual(fields.slice(0, Object.keys(row).length))
    }
    expect(resources[0]?.data.slice(0, 4)).toEqual([
      { label: 'C1', 'unit-type': 'deposit', position: 'surface', level: 1 },
      { label: 'C2', 'unit-type': 'deposit', position: 'other', level: 2 },
      { label: 'C3', 'unit-type': 'interface', position: 'other', level: 3 },
      { label: 'C4', 'unit-type': 'deposit', position: 'basal', level: 4 },
    ])
    expect(resources[2]?.data).toEqual([
      { first: 'C4', second: 'C5', relation: 'is_the_same_as' },
      { first: 'C6', second: 'C5', relation: 'is_bound_to' },
    ])
  })

  test('what the tables refer to is there, and is one', () => {
    const matrix = sampleMatrix(pit)
    const called = (labelOf: (id: number) => string) => ({
      ...matrix,
      units: matrix.units.map((unit) => ({ ...unit, label: labelOf(unit.id) })),
    })
    const twice = called(() => 'pit')
    const alike = called((id) => (id < 3 ? 'pit' : `pit (${id - 2})`))
    for (const { resources } of [read(twice), read(alike), read(hostileMatrix)]) {
      const labels = resources[0]?.data.map(({ label }) => label) ?? []
      expect(new Set(labels).size).toBe(labels.length)
      for (const { data, schema } of resources)
        for (const { fields } of schema.foreignKeys ?? [])
          for (const row of data) expect(labels).toContain(row[fields])
    }
  })
})

test.each(Object.keys(matrixFormats) as MatrixFormatName[])(
  'a table without records is a %s too',
  (format) => {
    expect(write(format, sampleMatrix([]))).not.toBe('')
  },
)
