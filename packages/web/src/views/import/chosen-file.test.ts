import { describe, expect, test } from 'vitest'
import { besides, chosenFiles, gapOf } from './chosen-file.js'

const file = (name: string, type = '') => new File(['x'], name, { type })
const picture = (name: string) => file(name, 'image/jpeg')
const names = (files: readonly File[]) => files.map(({ name }) => name)

describe('files that were chosen or dropped together', () => {
  test('are a table, with the pictures or the archive beside it', async () => {
    const chosen = await chosenFiles([picture('F1.jpg'), file('finds.csv'), file('F2.tif')])
    expect(chosen).toMatchObject({ kind: 'rows', type: 'csv', file: { name: 'finds.csv' } })
    expect(chosen?.kind === 'rows' && names(chosen.pictures)).toEqual(['F1.jpg', 'F2.tif'])
    const archived = await chosenFiles([file('finds.xlsx'), file('photographs.zip')])
    expect(archived?.kind === 'rows' && names(archived.pictures)).toEqual(['photographs.zip'])
  })

  test('are pictures, with what lies between them and is none', async () => {
    const chosen = await chosenFiles([picture('F1.jpg'), file('notes.txt'), file('scale.pdf')])
    expect(chosen?.kind === 'photos' && [names(chosen.files), names(chosen.others)]).toEqual([
      ['F1.jpg'],
      ['notes.txt', 'scale.pdf'],
    ])
  })

  test('are a table when they are one text', async () => {
    expect(await chosenFiles([file('finds.txt')])).toMatchObject({ kind: 'rows', type: 'csv' })
  })

  test.each([
    ['several tables', [file('finds.csv'), file('contexts.csv')], 'oneFile'],
    ['several tables beside pictures', [file('a.csv'), file('b.csv'), picture('F1.jpg')], 'oneFile'],
    ['several archives', [file('a.zip'), file('b.zip')], 'oneFile'],
    ['what nothing can be done with', [file('report.docx')], 'unknownFile'],
  ] as const)('cannot be %s', async (_case, files, gap) => {
    const chosen = await chosenFiles(files)
    expect([chosen, gapOf(files, chosen)]).toEqual([undefined, gap])
  })

  test('come along with the table that they follow or that follows them, or take its place', async () => {
    const table = await chosenFiles([file('finds.csv')])
    const photographs = await chosenFiles([picture('F1.jpg')])
    const other = await chosenFiles([file('bonn.lst')])
    if (!table || !photographs || !other) throw new Error('They are known.')
    const both = { kind: 'rows', pictures: [{ name: 'F1.jpg' }] }
    expect(besides(table, photographs)).toMatchObject(both)
    expect(besides(photographs, table)).toMatchObject(both)
    expect(besides(table, other)).toBe(other)
    expect(besides(undefined, photographs)).toBe(photographs)
  })
})
