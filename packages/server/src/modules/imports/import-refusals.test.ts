import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorScope } from '../../http/operator-scope.js'
import { makeTable } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { makeTables } from './folder/make-tables.js'
import { restoreFolder } from './folder/restore-folder.js'
import { type CsvProposal, importCsv, importCsvAsTable, importRelations } from './service.js'
import { findOf, runImport, upload } from './testing/run-import.js'

describe.each(oneEngine)('an import (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  test('with names that reach for a prototype or for SQL is an import like others', async () => {
    await makeTable(dig, 'sherds', [{ name: 'ware' }])
    const file = 'id,ID,__proto__,constructor,"a"";drop table us;--"\n1,2,a,b,c\n'
    const mapping = JSON.parse('{"ID":"ware","a\\";drop table us;--":null}')
    const reply = await runImport(dig, file, { tb: 'sherds', mapping, key_field: null, mode: 'insert' })
    expect(reply.json()).toMatchObject({ inserted: 1 })
  })

  let uploaded: string | undefined
  /** A refused import leaves the file where it is. */
  const importAgain = async (body: Record<string, unknown>) => {
    uploaded ??= await upload(dig, 'no,w\nZ1,1\n')
    return dig.post('/api/import/data', { temp_id: uploaded, type: 'csv', ...body }, 'writer')
  }

  test.each<[string, Record<string, unknown>, number, string]>([
    ['no mapping', { mapping: undefined }, 400, 'parameter_missing'],
    ['a mapping of nothing', { mapping: {} }, 400, 'parameter_missing'],
    ['a mapping of nothing, as a list', { mapping: [] }, 400, 'parameter_missing'],
    ['no key field', { key_field: '' }, 400, 'parameter_missing'],
    ['null as key field', { key_field: null }, 400, 'parameter_missing'],
    ['null as key field of known records', { key_field: null, mode: 'update' }, 400, 'parameter_missing'],
    ['no table', { tb: undefined }, 400, 'parameter_missing'],
    ['an unknown table', { tb: 'sys_users' }, 404, 'unknown_table'],
    ['a plugin table', { tb: 'samples' }, 422, 'plugin_table_not_allowed'],
    ['an id that names no file', { temp_id: '0'.repeat(32) }, 404, 'import_error_no_file'],
    ['an id that is a path', { temp_id: '../secret' }, 404, 'import_error_no_file'],
    ['a key field that is not mapped', { key_field: 'material' }, 400, 'import_error_no_key'],
    [
      'a field that does not exist',
      { mapping: { no: 'inv_no', w: 'nope' } },
      400,
      'import_error_invalid_field',
    ],
    [
      'the creator from a file',
      { mapping: { no: 'inv_no', w: 'creator' } },
      400,
      'import_error_invalid_field',
    ],
    ['two columns for one field', { mapping: { no: 'inv_no', w: 'inv_no' } }, 400, 'invalid_parameter'],
    [
      'columns that the file does not have',
      { mapping: { number: 'inv_no' } },
      422,
      'import_error_mapping_mismatch',
    ],
    ['another type', { type: 'docx' }, 400, 'import_error_unknown_type'],
    ['a type that the file is not of', { type: 'json' }, 422, 'import_error_parse'],
    ['a mapping that is a list', { mapping: ['no'] }, 400, 'invalid_parameter'],
  ])('with %s is refused', async (_case, change, status, code) => {
    const body = { tb: 'finds', mapping: { no: 'inv_no', w: 'weight_g' }, key_field: 'inv_no' }
    const reply = await importAgain({ ...body, ...change })
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await findOf(dig, 'Z1')).toBeUndefined()
  })

  test.each<[string, unknown, string, Record<string, unknown>]>([
    [
      'an unknown field',
      { no: 'inv_no', w: 'nope', x: 7 },
      'The table "Finds" cannot take "nope", 7 from a file.',
      { code: 'import_error_invalid_field', fields: ['nope', 7] },
    ],
    [
      'columns that the file does not have',
      { number: 'inv_no' },
      'None of the mapped columns ("number") occurs in the file; its columns are "no", "w".',
      { code: 'import_error_mapping_mismatch', mapped: ['number'], file: ['no', 'w'] },
    ],
  ])(
    'whose mapping has %s is refused with a sentence as detail, and the names beside it',
    async (_case, mapping, sentence, facts) => {
      const reply = await importAgain({ tb: 'finds', mapping, key_field: 'inv_no' })
      expect(reply.json()).toMatchObject({ ...facts, text: sentence, detail: sentence })
    },
  )

  test('of what a unique index refuses names the row', async () => {
    const index = { name: 'one_mark', columns: ['mark'], is_unique: true }
    await makeTable(dig, 'bricks', [{ name: 'mark' }])
    expect((await dig.post('/api/config/table/bricks/indexes', index, 'super_admin')).statusCode).toBe(200)
    const reply = await runImport(dig, 'm\na\nb\na\n', {
      tb: 'bricks',
      mapping: { m: 'mark' },
      key_field: null,
      mode: 'insert',
    })
    expect(reply.json().errors).toMatchObject([{ row: 3, line: 4, field: 'mark', rule: 'no_dupl' }])
    expect((await dig.get('/api/records/bricks', 'writer')).json().total).toBe(0)
  })

  test('at the command line changes nothing in a frozen application', async () => {
    expect((await dig.put('/api/config/app', { status: 'frozen' }, 'super_admin')).statusCode).toBe(200)
    const scope = operatorScope(dig.services, dig.application)
    const task = { path: 'none.csv', type: 'csv', table: 'finds', mapping: {}, keyField: null } as const
    const relating = { missing: 'refuse', leavesOut: false, dryRun: false, standIn: () => noColumns } as const
    const table = {
      ...task,
      source: noSource,
      name: 'coins',
      label: 'Coins',
      fields: [],
      keyField: undefined,
    }
    const making = { isTrial: false, onProgress: () => {} }
    const runs = [
      importCsv(scope, task),
      importRelations(scope, { ...task, ...relating }),
      importCsvAsTable(scope, table),
      makeTables(scope, dig.services, { tables: [], relations: [] }, making),
      restoreFolder(scope, dig.services, { folder: 'none', ...making }),
    ]
    for (const { status, ...ended } of await Promise.allSettled(runs))
      expect([status, 'reason' in ended && ended.reason.facts?.detail]).toEqual(['rejected', 'frozen'])
  })
})

const noColumns = { unit: 'none', relations: [] }
const noSource = {} as CsvProposal['source']
