import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { inventedWork } from '../../testing/invented-works.js'
import { oneEngine } from '../../testing/open-dig.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

/** Works in several scripts, and one full of what TeX and RIS read as their own. */
const works = [
  { key: 'GREEK222', family: 'Ὀρλάνδος', title: 'Ἡ ξυλόστεγος παλαιοχριστιανικὴ βασιλική', year: '1952' },
  { key: 'CYRILL22', family: 'Щербаківський', title: 'Кераміка & скло', year: '1911' },
  { key: 'ARABIC22', family: 'حداد', title: 'الفخار في العصر الحديدي', year: '2004' },
  {
    key: 'HSTEL222',
    family: 'O{Brien}',
    title:
      '100% of $x_1 ~ {y} \\ #2\nER  - \nTY  - BOOK and a very long title that would be broken into pieces',
    year: '2020',
  },
] as const

describe.each(oneEngine)('citations as files (%s)', (engine) => {
  let bibliography: Bibliography
  beforeAll(async () => {
    bibliography = await openBibliography(engine)
    const { library, cite, manager } = bibliography
    for (const { key, ...facts } of works) library.items.set(key, inventedWork(key, facts))
    const { csljson: _none, ...plain } = inventedWork('PLAJN222', { title: 'Told <i>without</i> a work' })
    library.items.set('PLAJN222', plain)
    await cite(1, 'GREEK222', { pages: '1' })
    await cite(1, 'GREEK222', { pages: '2' })
    await cite(1, 'CYRILL22')
    await cite(2, 'GREEK222')
    await cite(2, 'ARABIC22')
    await cite(3, 'HSTEL222')
    await cite(5, 'PLAJN222')
    // Nobody is asked any more.
    await manager.close()
  })
  afterAll(() => bibliography.dig.close())

  const file = (path: string, format: string) =>
    bibliography.dig.get(
      `/api/refman/export/${path}${path.includes('?') ? '&' : '?'}format=${format}`,
      'reader',
    )

  test('a record answers its works, each once, in the letters in which they were written', async () => {
    const reply = await file('finds/1', 'csljson')
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.citationstyles.csl+json; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="finds_1_citations_\d{8}_\d{6}\.json"$/,
      ),
      'cache-control': 'no-store',
    })
    const greek = {
      id: 'g501-GREEK222',
      type: 'book',
      title: works[0].title,
      author: [{ family: works[0].family, given: 'Ada' }],
      issued: { 'date-parts': [[1952]] },
    }
    const list = reply.json<{ id: string }[]>()
    expect(list).toHaveLength(2)
    expect(list).toContainEqual(greek)
  })

  test('a listing answers the works of the records that it shows', async () => {
    const ids = async (path: string) =>
      (await file(path, 'csljson'))
        .json<{ id: string }[]>()
        .map(({ id }) => id.slice(5))
        .sort()
    expect(await ids('finds')).toEqual(['ARABIC22', 'CYRILL22', 'GREEK222', 'HSTEL222', 'PLAJN222'])
    expect(await ids('finds?filter[material][_eq]=amber')).toEqual(['ARABIC22', 'GREEK222'])
    expect(await ids('finds?qt=fast&q=F3')).toEqual(['HSTEL222'])
    expect(await ids('finds?filter[material][_eq]=nothing')).toEqual([])
    expect(await ids('contexts')).toEqual([])
  })

  test('BibTeX has every letter, and nothing that TeX would run', async () => {
    const reply = await file('finds', 'bibtex')
    expect(reply.headers['content-type']).toBe('application/x-bibtex; charset=utf-8')
    for (const { key, family, title } of works.slice(0, 3)) {
      expect(reply.body).toContain(`@book{g501-${key},`)
      expect(reply.body).toContain(family)
      expect(reply.body).toContain(title.replace('&', '\\&'))
    }
    const hostile = reply.body.slice(reply.body.indexOf('HSTEL222'))
    expect(hostile).toContain('100\\% of \\$x\\_1 \\textasciitilde{} \\{y\\} \\textbackslash{} \\#2')
    expect(hostile).toContain('O\\{Brien\\}')
    const bare = reply.body.replaceAll(/\\./g, '')
    expect(bare.split('{').length).toBe(bare.split('}').length)
  })

  test('RIS has every letter, one line for each value, and as many works as there are', async () => {
    const reply = await file('finds', 'ris')
    expect(reply.headers['content-type']).toBe('application/x-research-info-systems; charset=utf-8')
    const lines = reply.body.split('\r\n').filter((line) => line !== '')
    for (const line of lines) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}- /)
    expect(lines.filter((line) => line.startsWith('TY  - '))).toHaveLength(5)
    expect(lines.filter((line) => line === 'ER  - ')).toHaveLength(5)
    for (const { family, title } of works) {
      expect(lines).toContain(`AU  - ${family}, Ada`)
      expect(lines).toContain(`TI  - ${title.replaceAll('\n', ' ').replaceAll('  ', ' ')}`)
    }
  })

  test('a work that the library never described stands there by its citation', async () => {
    expect((await file('finds/5', 'csljson')).json()).toEqual([
      {
        id: 'g501-PLAJN222',
        type: 'document',
        title: 'Told without a work chicago-author-date.',
      },
    ])
  })

  test('a detached work is exported out of the cache', async () => {
    await bibliography.dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_refman_links" SET "detached" = 1 WHERE "record_id" = 3`),
    )
    expect((await file('finds/3', 'csljson')).json()).toMatchObject([{ id: 'g501-HSTEL222' }])
  })

  test('a damaged cache breaks no file', async () => {
    const damaged = [
      '{',
      '7',
      '{"type":1}',
      '{"type":"constructor"}',
      '{"type":"book","a\\u0000":"x","\\ud800":"y"}',
      '{"type":"book","author":"x","issued":5,"title":{"a":1}}',
      '{"type":"book","author":[null,{"family":7}],"issued":{"date-parts":"x"},"page":12}',
      '{"type":"unheard-of","issued":{"date-parts":[["1999","x"]]},"editor":[{"literal":"A & B"}],"__proto__":{"x":1}}',
    ]
    for (const csl of damaged) {
      await bibliography.dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_refman_links" SET "csl" = ${csl} WHERE "record_id" = 3`),
      )
      for (const format of ['csljson', 'bibtex', 'ris']) {
        const reply = await file('finds/3', format)
        expect(reply.body).not.toMatch(/\\u0000|\\ud800|function/)
        expect([csl, format, reply.statusCode, reply.body.includes('HSTEL222') || format === 'ris']).toEqual([
          csl,
          format,
          200,
          true,
        ])
      }
    }
  })

  test('BibTeX stays readable whatever tags a title has, and whatever key the library gives the work', async () => {
    const titled = async (title: string): Promise<string> => {
      const csl = JSON.stringify({ type: 'book', title, 'citation-key': 'Greco, 1987' })
      await bibliography.dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_refman_links" SET "csl" = ${csl} WHERE "record_id" = 3`),
      )
      return (await file('finds/3', 'bibtex')).body
    }
    for (const [title, written] of [
      ['On <i>terra</i> <span class="nocase">sigillata</span>', 'On \\textit{terra} {sigillata}'],
      ['pots <i> and <b>pans</b>', 'pots \\textless{}i> and \\textless{}b>pans\\textless{}/b>'],
      ['<sup><sub>a</sup></sub>', '\\textless{}sup>\\textless{}sub>a\\textless{}/sup>\\textless{}/sub>'],
      ['a</i> < b', 'a < b'],
    ] as const)
      expect(await titled(title)).toBe(`@book{g501-HSTEL222,\n\ttitle = {${written}},\n}\n`)
  })

  test.each([
    ['an unknown format', 'finds', 'word', 400, 'invalid_parameter'],
    ['an unknown table', 'nothing', 'ris', 404, 'unknown_table'],
    ['an unknown record', 'finds/999', 'ris', 404, 'record_not_found'],
    ['an unknown field', 'finds?filter[colour][_eq]=red', 'ris', 400, 'unknown_field'],
    ['rows of a plugin table', 'samples', 'ris', 422, 'plugin_table_not_allowed'],
  ])('%s is refused', async (_case, path, format, status, code) => {
    const reply = await file(path, format)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('HEAD answers without a body', async () => {
    const reply = await bibliography.dig.request(
      { method: 'HEAD', url: '/api/refman/export/finds?format=ris' },
      'reader',
    )
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
  })
})
