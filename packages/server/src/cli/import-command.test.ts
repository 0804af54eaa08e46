import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../build-server.js'
import { readConfig } from '../config.js'
import { operatorScope } from '../http/operator-scope.js'
import type { Services } from '../http/services.js'
import { addFields, createTable, updateTableSettings } from '../modules/configuration/index.js'
import { openServices } from '../open-services.js'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

const finds = 'Inv. no.;Material;Mass (g)\nF1;flint;3.5\nF2;brönze;12\nF1;amber;0.5\n'

describe.each(oneEngine)('trowel import (%s)', (engine) => {
  let terminal: TestTerminal
  let key: string
  beforeAll(async () => {
    terminal = await openTerminal(engine)
    terminal.environment['TROWEL_PASSWORD'] = 'opus reticulatum'
    const app = ['app', 'create', 'dig', '--definition', 'A dig', '--email', 'ada@example.org']
    expect(await terminal.run(...app)).toMatchObject({ code: 0 })
    const made = await terminal.run('key', 'create', '--app', 'dig', '--label', 'x', '--privilege', '20')
    key = made.printed.trim()
  })
  afterAll(() => terminal.close())

  let tests = 0
  /** Each test has a table of its own. */
  let table: string
  beforeEach(async () => {
    table = `finds_${++tests}`
    await writeFile(join(terminal.folder, 'finds.csv'), finds)
  })

  const importFinds = (...more: string[]) =>
    terminal.run('import', 'finds.csv', '--app', 'dig', '--table', table, ...more)

  /** Lets the service run on the terminal's data, and asks it with a key. */
  async function whileServing<T>(
    work: (service: {
      url: string
      ask: (path: string) => Promise<Answer>
      services: Services
    }) => Promise<T>,
  ): Promise<T> {
    const log = pino({ level: 'silent' })
    const services = await openServices(readConfig(terminal.environment, 2), log)
    const server = await buildServer(services, log)
    try {
      const url = await server.listen({ host: '127.0.0.1', port: 0 })
      const headers = { authorization: `Bearer ${key}` }
      const ask = async (path: string) => (await (await fetch(url + path, { headers })).json()) as Answer
      return await work({ url, ask, services })
    } finally {
      await server.close()
      await services.close()
    }
  }

  interface Answer {
    readonly total: number
    readonly fields: { name: string; label: string }[]
    readonly data: Record<string, unknown>[]
  }

  const storedFinds = () => whileServing(({ ask }) => ask(`/api/records/${table}`))

  test('makes the table from the file and takes every row; more columns find its fields, or are named', async () => {
    const made = await importFinds('--create-table')
    expect([made.code, made.printed]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^3 rows into "${table}" in .* s: 3 new records\\.\n$`)),
    ])
    await writeFile(join(terminal.folder, 'finds.csv'), 'MATERIAL,Drawn by\njet,AB\n')
    const { code, noted } = await importFinds()
    expect(code).toBe(0)
    expect(noted).toContain('Left out, because no field has that name or label: Drawn by')
    const { fields, data } = await storedFinds()
    expect(fields.map(({ label }) => label)).toEqual(['Id', 'Creator', 'Inv. no.', 'Material', 'Mass (g)'])
    expect(data[1]).toEqual({ id: 2, creator: null, inv_no: 'F2', material: 'brönze', mass_g: 12 })
    expect(data[3]).toMatchObject({ inv_no: null, material: 'jet' })
  })

  test('a gzipped file is unpacked; --map names new fields and leaves columns out', async () => {
    await writeFile(join(terminal.folder, 'finds.csv.gz'), gzipSync(finds))
    const words = ['import', 'finds.csv.gz', '--app', 'dig', '--table', table, '--create-table']
    const { printed } = await terminal.run(...words, '--map', 'Mass (g)=weight', '--map', 'Material=')
    expect(printed).toContain('3 new records')
    const { fields } = await storedFinds()
    expect(fields.map(({ name }) => name)).toEqual(['id', 'creator', 'inv_no', 'weight'])
  })

  test('a refused row is named, nothing is stored and a table made for it is gone', async () => {
    await importFinds('--create-table')
    await writeFile(join(terminal.folder, 'finds.csv'), 'Inv. no.;Mass (g)\nF8;1\nF9;heavy\n')
    const { code, noted } = await importFinds()
    expect(code).toBe(1)
    expect(noted).toContain('row 2, mass_g: ')
    expect((await storedFinds()).total).toBe(3)
    await writeFile(join(terminal.folder, 'finds.csv'), 'a,a\n1,2\n')
    expect(
      (await terminal.run('import', 'finds.csv', '--app', 'dig', '--table', 'more', '--create-table')).code,
    ).toBe(1)
    expect((await terminal.run('import', 'finds.csv', '--app', 'dig', '--table', 'more')).noted).toContain(
      'There is no table "more"',
    )
  })

  test('what cannot be imported is refused with a sentence', async () => {
    const refused = [
      ['a table that does not exist', [], 1, 'With --create-table it is made from the file.'],
      [
        'a key that the file does not give',
        ['--create-table', '--key', 'code'],
        2,
        'inv_no, material, mass_g',
      ],
      ['a column that the file does not have', ['--create-table', '--map', 'Weight=w'], 2, 'Weight'],
      ['the name of a field that cannot be', ['--create-table', '--map', 'Material=Mat'], 1, 'name'],
      ['a service without a key', ['--url', 'http://127.0.0.1:9', '--key', 'inv_no'], 2, 'TROWEL_API_KEY'],
    ] as const
    const before = (await terminal.run('app', 'list')).printed
    for (const [what, words, code, sentence] of refused) {
      const outcome = await importFinds(...words)
      expect([what, outcome.code, outcome.noted]).toEqual([what, code, expect.stringContaining(sentence)])
    }
    expect((await terminal.run('app', 'list')).printed).toBe(before)
  })

  test('a file that does not exist is refused', async () => {
    const outcome = await terminal.run('import', 'none.csv', '--app', 'dig', '--table', table)
    expect(outcome).toMatchObject({ code: 2, noted: expect.stringContaining('There is no file') })
  })

  test('with a key, rows that match a record change it; lets a running service do it, too', async () => {
    const made = await importFinds('--create-table', '--key', 'inv_no')
    expect(made.printed).toContain('2 new records, 1 matched records')
    await writeFile(join(terminal.folder, 'finds.csv'), 'Inv. no.,Material\nF2,iron\nF7,lead\n')
    await whileServing(async ({ url, ask }) => {
      const known = (await ask(`/api/records/${table}`)).data
      expect(known.map((record) => [record['inv_no'], record['material']])).toEqual([
        ['F1', 'amber'],
        ['F2', 'brönze'],
      ])
      const words = ['import', 'finds.csv', '--url', url, '--api-key', key, '--table', table]
      expect((await terminal.run(...words, '--key', 'inv_no')).printed).toContain(
        '1 new records, 1 matched records',
      )
      const { data } = await ask(`/api/records/${table}`)
      expect(data.map((record) => record['material'])).toEqual(['amber', 'iron', 'lead'])
      const refused = await terminal.run(...words, '--key', 'mass_g')
      expect([refused.code, refused.noted]).toEqual([1, expect.stringContaining('mass_g')])
    })
  })

  describe('--relations', () => {
    const related = ['import', 'relations.csv', '--relations', '--table', 'contexts']
    beforeAll(() =>
      whileServing(async ({ services }) => {
        const application = await services.applications.open('dig')
        if (!application) throw new Error('There is no dig.')
        const scope = () => operatorScope(services, application)
        await createTable(scope(), { name: 'contexts', label: 'Contexts', rs: true })
        await addFields(scope(), 'contexts', [{ name: 'no', label: 'No', type: 'text', db_type: 'TEXT' }])
        await updateTableSettings(scope(), 'contexts', { id_field: 'no' })
      }),
    )
    const write = (content: string, name = 'relations.csv') => writeFile(join(terminal.folder, name), content)

    test('relates records, and makes those that are missing', async () => {
      await write('younger,older\nC1,C2\nC2,C3\nC2,C3\n')
      const refused = await terminal.run(...related, '--app', 'dig')
      expect([refused.code, refused.noted]).toEqual([
        1,
        expect.stringContaining('No record of "Contexts" is called "C1".'),
      ])
      const { code, printed } = await terminal.run(...related, '--app', 'dig', '--missing', 'make')
      expect([code, printed]).toEqual([
        0,
        expect.stringMatching(
          /^3 relations into "contexts" in .* s: 2 new, 1 stated twice, 3 records made\.\n$/,
        ),
      ])
      await write('a,b\nC3,C1\n')
      const looping = await terminal.run(...related, '--app', 'dig', '--key', 'a', '--map', 'b=covers')
      expect([looping.code, looping.noted]).toEqual([
        1,
        expect.stringContaining('C1 covers C2, C2 covers C3, C3 covers C1.'),
      ])
    })

    test('reads a list of a program for matrices, and lets a running service do it', async () => {
      const list = ' Stratigraphic Dataset\n\n Name\nL1\n above:\n below: L2\nL2\n above: L1\n below:\n'
      await write(list, 'harris.lst')
      await whileServing(async ({ url }) => {
        const words = ['import', 'harris.lst', '--relations', '--table', 'contexts', '--url', url]
        const { printed } = await terminal.run(...words, '--api-key', key, '--missing', 'make')
        expect(printed).toContain('1 new, 1 stated twice, 2 records made')
      })
    })

    test.each([
      ['columns that do not say what they are', ['--app', 'dig'], 2, '--map "older=covers"'],
      ['a relation that is none', ['--app', 'dig', '--key', 'a', '--map', 'b=near'], 2, '"near" is no'],
      ['a new table besides', ['--app', 'dig', '--create-table'], 2, 'either --relations or --create-table'],
      ['no application', [], 2, '--app'],
    ])('%s is refused with a sentence', async (_case, words, code, sentence) => {
      await write('a,b\nC1,C2\n')
      const outcome = await terminal.run(...related, ...words)
      expect([outcome.code, outcome.noted]).toEqual([code, expect.stringContaining(sentence)])
    })
  })

  test('a service that does not answer is said to be none', async () => {
    const words = ['--url', 'http://127.0.0.1:9', '--api-key', 'trw_x', '--key', 'inv_no']
    const { code, noted } = await importFinds(...words)
    expect([code, noted]).toEqual([2, expect.stringContaining('does not answer')])
  })
})
