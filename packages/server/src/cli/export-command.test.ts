import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.js'
import { writeZip } from '../formats/zip-writer.js'
import { openServices } from '../open-services.js'
import { type Dig, oneEngine, openDig, type Role } from '../testing/open-dig.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'
import { hideRows, hideTable } from '../testing/scope-as.js'
import { sendFile } from '../testing/send-file.js'

/** What a file that was half understood would lose. */
const nasty = [
  '=1+1',
  "'=1+1",
  "''-x",
  "'-5",
  '-5',
  'two\nlines "quoted", and\r\nmore ',
  ' blanks ',
  'Ωμέγα 层',
]

describe.each(oneEngine)('trowel export --all (%s)', (engine) => {
  let dig: Dig
  let terminal: TestTerminal
  let url: string
  let fileId: number

  beforeAll(async () => {
    dig = await openDig(engine)
    terminal = await openTerminal(engine)
    terminal.environment['TROWEL_PASSWORD'] = 'opus reticulatum'
    await makeApplication('copy')
    const reply = await sendFile(
      dig,
      '/api/record/contexts/1/file',
      'unità: a?.txt',
      'C1 lies over C2',
      'writer',
    )
    fileId = reply.json<{ file: { id: number } }>().file.id
    await dig.application.db.write(async (tx) => {
      for (const [place, notes] of nasty.entries())
        await tx.insert('contexts', { id: 900 + place, ctx_no: `N${place}`, notes })
      for (const geometry of [
        'POINT (13.6 45.7)',
        'POLYGON ((0 0, 4 0, 4 4, 0 0))',
        'POINT Z (1 2 3)',
        'POINT (nowhere)',
      ])
        await tx.insert('sys_geodata', { table_link: 'contexts', id_link: 2, geometry })
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 2, relation: 5 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 3, second: 2, relation: 2 })
      await tx.insert('sys_userlinks', {
        tb_one: 'finds',
        id_one: 1,
        tb_two: 'contexts',
        id_two: 2,
        label: 'lay, beside',
      })
      await tx.insert('sys_vocabularies', { voc: 'Soils', def: 'silt; "fine"', sort: 0 })
    })
    await hideTable(dig, 'reader', 'trenches')
    await hideRows(dig, 'self_writer', 'finds', { material: { _eq: 'iron' } })
    await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(dig.service.server.server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await dig.close()
    await terminal.close()
  })

  const makeApplication = async (name: string) => {
    const words = ['app', 'create', name, '--definition', 'A dig', '--email', 'ada@example.org']
    expect(await terminal.run(...words)).toMatchObject({ code: 0 })
  }

  const exportAs = async (role: Role, folder: string) =>
    terminal.run('export', '--all', folder, '--url', url, '--api-key', await dig.token(role))

  const textIn = (folder: string, path: string) => readFile(join(terminal.folder, folder, path), 'utf8')

  /** Every file of a folder with its bytes. */
  async function contentOf(folder: string): Promise<Record<string, string>> {
    const root = join(terminal.folder, folder)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
    const texts = await Promise.all(paths.map((path) => readFile(path, 'latin1')))
    return Object.fromEntries(paths.map((path, at) => [path.slice(root.length + 1), texts[at] ?? '']))
  }

  test('writes everything as open files, which come back as they were', async () => {
    expect(await exportAs('key10', 'first')).toMatchObject({
      code: 0,
      printed: `${join(terminal.folder, 'first')}\n`,
    })
    const first = await contentOf('first')
    expect(Object.keys(first)).toEqual([
      'README.txt',
      'file-links.csv',
      'files.csv',
      `files/${fileId}_unità_ a_.txt`,
      'manifest.json',
      'manual-links.csv',
      'map/contexts.geojson',
      'relations/contexts.csv',
      'relations/contexts.dot',
      'schema.dbml',
      'schema.json',
      'tables/contexts.csv',
      'tables/finds.csv',
      'tables/samples.csv',
      'tables/trenches.csv',
      'vocabularies.csv',
    ])
    expect(first['tables/samples.csv']).toContain('id,id_link,litres,lab\n1,1,10')
    expect(first['tables/contexts.csv']).not.toContain('creator')
    expect(first['relations/contexts.csv']).toMatch(/\d+,1,C1,covers,2,C2\n\d+,3,C3,is_cut_by,2,C2\n$/)
    expect(JSON.parse(first['map/contexts.geojson'] ?? '').features).toHaveLength(4)
    const planned = await terminal.run('import', 'first', '--app', 'copy', '--plan')
    expect(planned).toMatchObject({ code: 0, printed: expect.stringContaining('samples: 3 rows\n') })
    const restored = await terminal.run('import', 'first', '--app', 'copy', '--create-tables')
    expect(restored).toMatchObject({ code: 0, printed: planned.printed })
    expect(restored.printed).toContain('features: 4\n')
    expect(await terminal.run('export', '--all', 'second', '--app', 'copy')).toMatchObject({ code: 0 })
    expect(await contentOf('second')).toEqual(first)
    expect(await readdir(terminal.folder)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^\./)]))
  })

  test('gives a caller what he may see, and names nothing else', async () => {
    expect(await exportAs('reader', 'reader')).toMatchObject({ code: 0 })
    const seen = await contentOf('reader')
    expect(Object.keys(seen)).not.toContain('tables/trenches.csv')
    expect(Object.keys(seen)).not.toContain('schema.dbml')
    for (const text of [seen['README.txt'], seen['schema.json'], seen['manifest.json']])
      expect(text).not.toMatch(/trenches/i)
    expect(await exportAs('self_writer', 'filtered')).toMatchObject({ code: 0 })
    expect((await textIn('filtered', 'tables/finds.csv')).match(/\bF\d/g)).toEqual(['F7'])
    expect(await textIn('filtered', 'manual-links.csv')).not.toContain('beside')
    const again = await terminal.run('import', 'reader', '--app', 'copy', '--create-tables')
    expect(again).toMatchObject({
      code: 1,
      noted: expect.stringContaining('who exported was no administrator'),
    })
  })

  test('is refused where something would be overwritten, and leaves nothing half', async () => {
    await mkdir(join(terminal.folder, 'full'))
    await writeFile(join(terminal.folder, 'full', 'mine.txt'), '')
    expect(await exportAs('key10', 'full')).toMatchObject({
      code: 2,
      noted: expect.stringContaining('is not empty'),
    })
    expect(await readdir(join(terminal.folder, 'full'))).toEqual(['mine.txt'])
    const wrong = await terminal.run('export', '--all', 'wrong', '--url', url, '--api-key', 'trw_no')
    expect(wrong.code).toBe(1)
    expect(await terminal.run('export', 'wrong', '--app', 'copy')).toMatchObject({ code: 2 })
    expect(await terminal.run('export', '--all', 'wrong')).toMatchObject({ code: 2 })
    expect((await readdir(terminal.folder)).filter((name) => name.includes('wrong'))).toEqual([])
    expect((await dig.get('/api/export/all')).statusCode).toBe(401)
  })

  test('a folder that was changed is refused whole, with file, line and column of each mistake', async () => {
    await makeApplication('broken')
    await exportAs('key10', 'changed')
    const change = async (path: string, from: string, to: string) =>
      writeFile(join(terminal.folder, 'changed', path), (await textIn('changed', path)).replace(from, to))
    await change('tables/finds.csv', '12,', 'twelve,')
    await change('tables/samples.csv', '1,1,10', '1,1,much')
    const table = await terminal.run('import', 'changed', '--app', 'broken', '--create-tables')
    expect(table.code).toBe(1)
    expect(table.noted).toContain('tables/finds.csv, line 4, weight_g: "twelve" is no number.')
    expect(table.noted).toContain('tables/samples.csv, line 2, litres: "much" is no whole number.')
    await change('tables/finds.csv', 'twelve,', '12,')
    await change('tables/samples.csv', '1,1,much', '1,1,10')
    const places = await textIn('changed', 'map/contexts.geojson')
    // As another program saves it, and as a copy is that broke off.
    const [first = '', ...features] = places.split('\n')
    const half = [first, '{', ...features.slice(0, 2)].join('\n')
    await writeFile(join(terminal.folder, 'changed', 'map/contexts.geojson'), half)
    const map = await terminal.run('import', 'changed', '--app', 'broken', '--create-tables')
    expect(map.noted).toContain('contexts.geojson, line 2: This is no feature as the folder has them.')
    expect(map.noted).toContain('contexts.geojson, line 4: The file ends too early.')
    await writeFile(join(terminal.folder, 'changed', 'map/contexts.geojson'), places)
    await change('manual-links.csv', ',2,', ',77,')
    const link = await terminal.run('import', 'changed', '--app', 'broken', '--create-tables')
    expect(link.noted).toContain('manual-links.csv, line 2, id_two: There is no record 77 in "contexts".')
    await change('manual-links.csv', ',77,', ',2,')
    await change('files.csv', 'files/', '../files/')
    const outside = await terminal.run('import', 'changed', '--app', 'broken', '--create-tables')
    expect(outside.noted).toContain('is no file of the folder')
    await rm(join(terminal.folder, 'changed', 'file-links.csv'))
    await change('files.csv', '../files/', 'files/')
    const missing = await terminal.run('import', 'changed', '--app', 'broken', '--create-tables')
    expect(missing.noted).toContain('The file is not there.')
    expect(await terminal.run('files', 'check', '--app', 'broken')).toMatchObject({ code: 0 })
    expect((await terminal.run('app', 'list')).printed).toMatch(/broken +on +0 /)
  })

  test('a link that leads nowhere comes back as it was, and is told', async () => {
    await makeApplication('loose')
    await exportAs('key10', 'loose')
    const finds = await textIn('loose', 'tables/finds.csv')
    expect(finds).toContain('1,F1,1,')
    // Where it was exported from no key kept it from that.
    const schema = await textIn('loose', 'schema.dbml')
    const withKey = schema.replace(
      /(\n {2}context integer .*trowel:id_from_tb)/,
      '$1 trowel:relation=contexts.id',
    )
    expect(withKey).not.toBe(schema)
    await writeFile(join(terminal.folder, 'loose', 'schema.dbml'), withKey)
    await writeFile(join(terminal.folder, 'loose', 'tables/finds.csv'), finds.replace('1,F1,1,', '1,F1,999,'))
    // The number of the file is taken there: its links go with it to the next one.
    const services = await openServices(readConfig(terminal.environment, 2), pino({ level: 'silent' }))
    const taken = { id: fileId, filename: 'another', ext: 'txt', rev: 1 }
    await (await services.applications.open('loose'))?.db.write((tx) => tx.insert('sys_files', taken))
    await services.close()
    const restored = await terminal.run('import', 'loose', '--app', 'loose', '--create-tables')
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.noted).toContain(
      'tables/finds.csv, context: Record 1 refers to 999, which "contexts" does not have.',
    )
    await terminal.run('export', '--all', 'loose-again', '--app', 'loose')
    expect(await textIn('loose-again', 'tables/finds.csv')).toContain('1,F1,999,')
    expect(await textIn('loose-again', 'files.csv')).toContain(`\n${fileId + 1},files/${fileId + 1}_unità`)
    expect(await textIn('loose-again', 'file-links.csv')).toMatch(new RegExp(`,${fileId + 1},contexts,1,`))
  })
})

describe('trowel export from a service that is not what it should be', () => {
  const archive = (name: string) => writeZip((zip) => zip.add(name, Readable.from([Buffer.from('x')])))
  const within = (name: string) => (response: ServerResponse) =>
    void Readable.from(archive(name)).pipe(response)

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['a file above the folder', within('../evil.txt'), 'leads out of the folder'],
    ['a file from the root', within('/evil.txt'), 'leads out of the folder'],
    ['a file of Windows above it', within('a\\..\\..\\evil.txt'), 'leads out of the folder'],
    ['a page', (response) => response.end('<html>'), 'no whole archive'],
    ['half an archive', (response) => response.write('PK', () => response.destroy()), 'no whole archive'],
  ])('writes nothing of %s, and says so', async (_what, answer, said) => {
    const terminal = await openTerminal('sqlite')
    const server = createServer((_request, response) => answer(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { code, noted } = await terminal.run(
      'export',
      '--all',
      'a/b',
      '--url',
      from,
      '--api-key',
      'trw_a.b',
    )
    expect([code, noted.trim().split('\n')]).toEqual([2, [expect.stringContaining(said)]])
    expect(await readdir(terminal.folder, { recursive: true })).toEqual(['a'])
    server.closeAllConnections()
    server.close()
    await terminal.close()
  })
})
