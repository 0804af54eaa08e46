import type { ImportProposal, ProposedField } from '@trowel/contract/import-proposal.js'
import { describe, expect, test } from 'vitest'
import { draftOf, gapIn, labelOfFile, mayBe, relabelled, requestOf, type TableDraft } from './table-draft.js'

const field = (column: string, part: Partial<ProposedField> = {}): ProposedField => ({
  column,
  name: column.toLowerCase(),
  label: column,
  kind: 'text',
  wanted: true,
  filled: 3,
  unique: false,
  distinct: 3,
  values: [],
  vocabulary: column,
  tb: null,
  ...part,
})

const proposal = (part: Partial<ImportProposal> = {}): ImportProposal => ({
  fields: [field('No', { unique: true }), field('Material', { kind: 'choice' }), field('Long'), field('Lat')],
  id_field: 'no',
  place: { x: 'Long', y: 'Lat', epsg: 4326 },
  empty: [],
  ...part,
})
const draft = (part: Partial<ImportProposal> = {}): TableDraft =>
  draftOf({ name: 'finds.csv' }, 'csv', proposal(part))

describe('a table on its way out of a file', () => {
  test.each([
    ['small_finds-2021.csv', 'Small finds 2021'],
    ['Grabung.Nord.xlsx', 'Grabung Nord'],
    ['reperti', 'Reperti'],
  ])('%s becomes "%s"', (name, label) => {
    expect(labelOfFile(name)).toBe(label)
  })

  test('is asked for as it was proposed', () => {
    expect(requestOf('t', draft(), ['finds'])).toEqual({
      temp_id: 't',
      name: 'finds_2',
      label: 'Finds',
      fields: [
        { column: 'No', name: 'no', label: 'No', kind: 'text', unique: true },
        { column: 'Material', name: 'material', label: 'Material', kind: 'choice', vocabulary: 'Material' },
        { column: 'Long', name: 'long', label: 'Long', kind: 'text' },
        { column: 'Lat', name: 'lat', label: 'Lat', kind: 'text' },
      ],
      id_field: 'no',
      place: { x: 'Long', y: 'Lat', epsg: 4326 },
      rs: false,
    })
  })

  test('does without what was left out, also as the name of its records', () => {
    const { fields, ...rest } = draft()
    const [first, ...others] = fields
    const request = requestOf(
      't',
      { ...rest, fields: first ? [{ ...first, wanted: false }, ...others] : others },
      [],
    )
    expect(request.fields.map(({ name }) => name)).toEqual(['material', 'long', 'lat'])
    expect(request).not.toHaveProperty('id_field')
  })

  test('has no places while the grid of its metres is not said', () => {
    const metres = draft({ place: { x: 'Long', y: 'Lat', epsg: null } })
    expect([metres.place.isOn, gapIn(metres)]).toEqual([false, undefined])
    expect(gapIn({ ...metres, place: { ...metres.place, isOn: true } })).toBe('place')
  })

  test('of a list of a matrix program has units, and relations that come next', () => {
    const columns = ['Name', 'above', 'below']
    const fields = columns.map((column) => field(column, { kind: 'wholeNumber', filled: 3 }))
    const units = draftOf({ name: 'bonn.lst' }, 'lst', proposal({ fields, id_field: 'name', place: null }))
    expect(units.fields.map(({ wanted }) => wanted)).toEqual([true, false, false])
    expect([units.calledBy, units.rs]).toEqual(['Name', true])
    const measured = fields.map((one) => ({ ...one, kind: 'number' as const }))
    expect(draft({ fields: measured, id_field: 'name' }).rs).toBe(false)
  })

  test('lacks what it cannot be made without', () => {
    const whole = draft()
    const changed = (part: Partial<TableDraft['fields'][number]>) => ({
      ...whole,
      fields: whole.fields.map((one, place) => (place === 1 ? { ...one, ...part } : one)),
    })
    expect([
      gapIn({ ...whole, label: ' ' }),
      gapIn({ ...whole, fields: whole.fields.map((one) => ({ ...one, wanted: false })) }),
      gapIn(changed({ label: '' })),
      gapIn(changed({ kind: 'link' })),
      gapIn(changed({ kind: 'link', tb: 'contexts' })),
    ]).toEqual(['label', 'fields', 'fieldLabel', 'target', undefined])
  })

  test('a field that is called otherwise gets a name that no other has', () => {
    const { fields } = draft()
    const [first] = fields
    if (!first) throw new Error('There is no field.')
    expect(relabelled(first, 'Material', fields)).toMatchObject({ label: 'Material', name: 'material_2' })
    expect(relabelled(first, '', fields)).toMatchObject({ label: '', name: 'no' })
  })

  test('only few values are a choice', () => {
    const one = { ...field('No', { distinct: null }), place: 0 }
    expect([mayBe(one, 'choice'), mayBe(one, 'text'), mayBe({ ...one, distinct: 4 }, 'choice')]).toEqual([
      false,
      true,
      true,
    ])
  })
})
