import { Readable } from 'node:stream'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tableOf } from '../../../catalogue/catalogue.js'
import { type ListPlan, planList } from '../../../records/listing/list-plan.js'
import { type Dig, engines, openDig } from '../../../testing/open-dig.js'
import { scopeAs } from '../../../testing/scope-as.js'
import type { ExportedRow } from './format.js'
import { writeWorkbook } from './xlsx.js'

describe('workbooks of several sheets', () => {
  let dig: Dig
  let plan: ListPlan
  beforeAll(async () => {
    dig = await openDig(engines[0] ?? 'sqlite')
    const scope = await scopeAs(dig, 'reader')
    plan = planList(scope, tableOf(scope.catalogue, 'trenches'), { columns: ['code'] }, {})
  })
  afterAll(() => dig.close())

  const rows = (count: number): ExportedRow[] => Array.from({ length: count }, (_, k) => [k + 1, `T${k + 1}`])

  async function write(batches: readonly ExportedRow[][], rowsPerSheet: number) {
    const given = async function* () {
      yield* batches
    }
    const pieces: Uint8Array[] = []
    for await (const piece of writeWorkbook(given(), plan, rowsPerSheet)) pieces.push(piece)
    return readWorkbook(Buffer.concat(pieces))
  }

  test.each([
    ['no rows at all', [], 3, [0]],
    ['batches without rows', [[], rows(1), []], 3, [1]],
    ['as many rows as a sheet takes', [rows(3)], 3, [3]],
    ['one row more', [rows(4)], 3, [3, 1]],
    ['batches across the end of a sheet', [rows(2), rows(5)], 3, [3, 3, 1]],
    ['one batch for many sheets', [rows(6)], 2, [2, 2, 2]],
  ])('%s', async (_case, batches, rowsPerSheet, expected) => {
    const sheets = await write(batches, rowsPerSheet)
    expect(sheets.map(({ sheet }) => sheet)).toEqual(
      expected.map((_, index) => (index === 0 ? 'Trenches' : `Trenches (${index + 1})`)),
    )
    expect(sheets.map(({ data }) => data[0])).toEqual(expected.map(() => ['id', 'code']))
    expect(sheets.map(({ data }) => data.length - 1)).toEqual(expected)
    expect(sheets.flatMap(({ data }) => data.slice(1))).toEqual(batches.flat())
  })

  test('a reading that fails in the middle ends the file with its error', async () => {
    const failing = async function* () {
      yield rows(2)
      throw new Error('the disk is gone')
    }
    const file = writeWorkbook(failing(), plan, 10)
    await expect(Readable.from(file).toArray()).rejects.toThrow('the disk is gone')
  })

  test('a text that grew too long meanwhile ends the file: it is not cut', async () => {
    await expect(write([[[1, 'x'.repeat(32_768)]]], 10)).rejects.toMatchObject({ code: 'invalid_parameter' })
  })
})
