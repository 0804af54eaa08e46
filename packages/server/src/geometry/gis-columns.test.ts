import { describe, expect, test } from 'vitest'
import type { Field } from '../catalogue/catalogue.js'
import { freeName, gisColumns } from './gis-columns.js'

const field = (name: string, idFromTable?: string) =>
  ({ name, label: name.toUpperCase(), dbType: 'INTEGER', idFromTable }) as Field

describe('the columns of a map layer', () => {
  test('a lookup field gives what it means under its own name, and the id beside it', () => {
    const columns = gisColumns([field('id'), field('trench', 'trenches'), field('depth')])
    expect(columns.map(({ name, title, shows, type }) => [name, title, shows, type])).toEqual([
      ['id', 'ID', 'value', 'INTEGER'],
      ['trench', 'TRENCH', 'label', 'TEXT'],
      ['trench_id', 'TRENCH (id)', 'value', 'INTEGER'],
      ['depth', 'DEPTH', 'value', 'INTEGER'],
    ])
  })

  test('a field that has the name already keeps it', () => {
    const columns = gisColumns([field('trench', 'trenches'), field('TRENCH_ID'), field('trench_id_2')])
    expect(columns.map(({ name }) => name)).toEqual(['trench', 'trench_id_3', 'TRENCH_ID', 'trench_id_2'])
  })

  test('a name is taken by whoever asks first', () => {
    const taken = new Set<string>()
    expect([freeName('Geom', taken), freeName('geom', taken), freeName('geom', taken)]).toEqual([
      'Geom',
      'geom_2',
      'geom_3',
    ])
  })
})
