import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { surveyPackage } from '../../modules/imports/testing/survey-package.js'
import { codeBlocks } from '../code-blocks.js'
import { odsBytes } from '../zip-bytes.js'
import { commandsIn, type Guide, openGuide } from './open-guide.js'

const [oneFile = '', folder = '', andBack = ''] = codeBlocks('docs/guides/import.md', 'sh')

describe('the guide on importing', { timeout: 120_000 }, () => {
  let guide: Guide
  beforeEach(async () => {
    guide = await openGuide()
  })
  afterEach(() => guide.close())

  const makeApplication = (name: string) =>
    guide.run(`npx trowel app create ${name} --definition 'A dig' --email super_admin@dig.example`)
  const write = (name: string, content: string | Uint8Array) => writeFile(join(guide.folder, name), content)

  test('makes a table from a file, and changes what is known', async () => {
    const [make = '', change = ''] = commandsIn(oneFile)
    await makeApplication('vallelunga')
    await write('finds.csv', 'inv_no,Mass (g)\nF1,3.5\nF2,12\n')
    expect(await guide.run(make)).toContain('2')
    await write('finds.csv', 'inv_no,mass_g\nF2,13\nF3,7\n')
    await guide.run(change)
    const { records } = await guide.serve()
    const { data } = await records.list('finds', { columns: '*', sort: ['inv_no'] })
    expect(data).toMatchObject([
      { inv_no: 'F1', mass_g: 3.5 },
      { inv_no: 'F2', mass_g: 13 },
      { inv_no: 'F3', mass_g: 7 },
    ])
  })

  test('names the field of a column, and reads relations out of a list', async () => {
    const [, , named = '', relations = ''] = commandsIn(oneFile)
    await guide.layOut()
    await write('finds.csv', 'inv_no,Mass (g)\nF1,4.5\nF90,12\n')
    await write('harris.lst', harrisList)
    await guide.run(`${named}\n${relations}`)
    const { records, stratigraphy } = await guide.serve()
    const { data } = await records.list('finds', {
      filter: { inv_no: { _in: ['F1', 'F90'] } },
      columns: '*',
      sort: ['inv_no'],
    })
    expect(data).toMatchObject([{ weight_g: 4.5 }, { weight_g: 12 }])
    expect(await stratigraphy.check({ tb: 'contexts' })).toMatchObject({ relations: 2 })
    const made = await records.list('contexts', { filter: { ctx_no: { _eq: 'U9' } } })
    expect(made.total).toBe(1)
  })

  test('takes folders, workbooks, GeoPackages and files of Access', async () => {
    await makeApplication('vallelunga')
    await mkdir(join(guide.folder, 'registers'))
    await write('registers/contexts.csv', 'label,kind\nC1,cut\nC2,layer\n')
    await write('registers/lamps.csv', 'inv_no,context\nL1,C1\nL2,C2\nL3,C1\n')
    await write('registers.ods', odsBytes(sheet('Samples', ['no', 'litres'], ['S1', '10'])))
    await write('survey.gpkg', await surveyPackage())
    await write('finds.accdb', 'Standard ACE DB')
    // They need not be on the machine of the tests.
    await guide.addProgram('mdb-tables', 'echo coins')
    await guide.addProgram('mdb-schema', `printf '\\t[CoinID]\\t\\t\\tLong Integer, \\n'`)
    await guide.addProgram('mdb-export', `printf 'CoinID,Ruler\\n1,"Nero"\\n2,"Galba"\\n'`)
    const [plan = '', ...rest] = commandsIn(folder)
    const planned = await guide.run(plan)
    expect(planned).toBe('contexts: 2 records\nlamps: 3 records\n')
    expect(await guide.run(rest.join('\n'))).toBe(
      `${planned}registers: 1 records\nspecies: 2 records\ntrees: 3 records, 2 of them on the map\nfiles: 2\ncoins: 2 records\n`,
    )
  })

  test('brings everything out, beside a running service too, and in again', async () => {
    const [out = '', byKey = '', back = ''] = commandsIn(andBack)
    await guide.layOut()
    const { apiKeys } = await guide.serve()
    const { key } = await apiKeys.create({ label: 'Archive', privilege: 10 })
    guide.variables['TROWEL_API_KEY'] = key
    const inFolder = (name: string) => join(guide.folder, name)
    await guide.run(out)
    await rename(inFolder('vallelunga-2026'), inFolder('first'))
    await guide.run(byKey)
    const first = await readFolder(inFolder('first'))
    expect(first.get('tables/finds.csv')).toContain('bronze')
    expect(await readFolder(inFolder('vallelunga-2026'))).toEqual(first)
    await guide.stop()
    await makeApplication('another')
    await guide.run(`${back}\nnpx trowel export --all again --app another`)
    expect((await readFolder(inFolder('again'))).get('manifest.json')).toBe(first.get('manifest.json'))
  })
})

/** What a matrix program writes: one unit that the application has, and one that it has not. */
const harrisList =
  '  Stratigraphic Dataset Wall\n\n  Name\nC1\n above:\n below: U9\nU9\n above: C1\n below: C2\n'

/** A sheet of an OpenDocument spreadsheet, with nothing but texts. */
function sheet(name: string, ...rows: readonly string[][]): string {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const lines = rows.map((cells) => `<table:table-row>${cells.map(cell).join('')}</table:table-row>`)
  return `<table:table table:name="${name}">${lines.join('')}</table:table>`
}

/** The texts of the files of a folder, by their names. */
async function readFolder(path: string): Promise<Map<string, string>> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = join(parentPath, name)
        return [file.slice(path.length + 1), await readFile(file, 'utf8')] as const
      }),
    ),
  )
}
