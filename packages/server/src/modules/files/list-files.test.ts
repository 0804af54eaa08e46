import type { ListedFile, RecordFile } from '@trowel/contract/files.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows, hideTable } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'
import { text } from './testing/files-of-a-dig.js'

describe.each(engines)('the list of files (%s)', (engine) => {
  let dig: Dig
  let ids: Record<string, number>
  beforeAll(async () => {
    dig = await openDig(engine)
    ids = {}
    const add = async (key: string, name: string, table: string, record: number) => {
      const reply = await sendFile(dig, `/api/record/${table}/${record}/file`, name, text, 'writer')
      const { file } = reply.json<{ file: RecordFile }>()
      ids[key] = file.id
      return file
    }
    await add('plan', 'Plan Öfen.csv', 'contexts', 1)
    await add('hidden', 'Secret 100%.txt', 'contexts', 5)
    const shared = await add('shared', 'shared.txt', 'contexts', 5)
    await dig.post('/api/record/finds/1/link-file', { fileId: shared.id }, 'writer')
    const orphan = await add('orphan', 'orphan.md', 'trenches', 1)
    await dig.delete(`/api/file-link/${orphan.link_id}`, undefined, 'writer')
    await add('trench', 'trench.txt', 'trenches', 2)
    await dig.patch(
      `/api/file/${ids['trench']}`,
      { description: 'a wall', keywords: 'Stone, wall' },
      'writer',
    )
    await hideRows(dig, 'reader', 'contexts', { id: { _neq: 5 } })
    await hideTable(dig, 'reader', 'trenches')
  })
  afterAll(() => dig.close())

  const list = async (query: string, as: Role = 'writer') => {
    const reply = await dig.get(`/api/files${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ total: number; page: number; per_page: number; files: ListedFile[] }>()
  }
  const namesOf = ({ files }: { files: ListedFile[] }) =>
    files.map(({ id }) => Object.entries(ids).find(([, each]) => each === id)?.[0])

  test('is newest first, with the links of each file', async () => {
    const found = await list('')
    expect([found.total, found.page, found.per_page]).toEqual([5, 1, 25])
    expect(namesOf(found)).toEqual(['trench', 'orphan', 'shared', 'hidden', 'plan'])
    expect(found.files[2]?.links.map(({ tb, record_id }) => [tb, record_id])).toEqual([
      ['contexts', 5],
      ['finds', 1],
    ])
    expect(Object.keys(found.files[0] ?? {}).sort()).toEqual(
      [
        ...[
          'description',
          'ext',
          'filename',
          'height',
          'id',
          'is_image',
          'keywords',
          'links',
          'marks',
          'pixels_per_cm',
          'printable',
          'url',
          'width',
        ],
      ].sort(),
    )
  })

  test('what the caller cannot see is neither listed nor counted', async () => {
    const found = await list('', 'reader')
    expect([found.total, namesOf(found)]).toEqual([3, ['orphan', 'shared', 'plan']])
    expect(found.files[1]?.links.map(({ tb }) => tb)).toEqual(['finds'])
    expect((await list('?search=secret', 'reader')).total).toBe(0)
  })

  test('is counted again when the record that shows a file goes out of sight', async () => {
    await hideRows(dig, 'self_writer', 'contexts', { id: { _eq: 2 } })
    await hideRows(dig, 'self_writer', 'finds', { weight_g: { _lt: 50 } })
    const weigh = (weight: number) =>
      dig.patch('/api/record/finds/1', { core: { weight_g: weight } }, 'super_admin')
    expect(namesOf(await list('', 'self_writer'))).toContain('shared')
    const { total } = await list('', 'self_writer')
    expect((await weigh(70)).statusCode).toBe(200)
    expect((await list('', 'self_writer')).total).toBe(total - 1)
    expect((await weigh(3.2)).statusCode).toBe(200)
    expect((await list('', 'self_writer')).total).toBe(total)
  })

  test.each([
    ['?orphans_only=1', ['orphan']],
    ['?orphans_only=true', ['orphan']],
    ['?orphans_only=0', ['trench', 'orphan', 'shared', 'hidden', 'plan']],
    ['?search=öFEN', ['plan']],
    ['?search=100%25', ['hidden']],
    ['?search=CSV', ['plan']],
    ['?search=stone', ['trench']],
    ['?search=WALL', ['trench']],
    ['?search=nothing', []],
    ['?search=%20', ['trench', 'orphan', 'shared', 'hidden', 'plan']],
    ['?search=orphan&orphans_only=1', ['orphan']],
    ['?page=2', []],
    ['?page=0', ['trench', 'orphan', 'shared', 'hidden', 'plan']],
  ])('%s', async (query, expected) => {
    expect(namesOf(await list(query))).toEqual(expected)
  })

  test('has pictures alone when they are asked for', async () => {
    expect((await list('?images_only=1')).total).toBe(0)
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const reply = await sendFile(dig, '/api/record/finds/2/file', 'section.svg', drawing, 'writer')
    const { file } = reply.json<{ file: RecordFile }>()
    expect((await list('?images_only=1')).files.map(({ id }) => id)).toEqual([file.id])
    await dig.delete(`/api/file/${file.id}`, undefined, 'writer')
  })

  test('a linked record is called what its id field says', async () => {
    const links = (await list('')).files.flatMap((file) => file.links)
    expect(links.length).toBeGreaterThan(0)
    for (const { tb, record_id, label } of links) {
      const record = (await dig.get(`/api/record/${tb}/${record_id}`, 'writer')).json<{
        metadata: { id_field: string }
        core: Record<string, { val: string | number | null }>
      }>()
      expect(label).toBe(String(record.core[record.metadata.id_field]?.val ?? record_id))
    }
  })

  test('one file is asked for by its id', async () => {
    expect(namesOf(await list(`?id=${ids['plan']}`))).toEqual(['plan'])
    expect((await list(`?id=${ids['hidden']}`, 'reader')).total).toBe(0)
  })

  test('a number finds the file of that id', async () => {
    expect(namesOf(await list(`?search=${ids['orphan']}`))).toContain('orphan')
  })

  test.each([
    ['?per_page=1', 5],
    ['?per_page=1000', 100],
    ['?per_page=10', 10],
  ])('%s gives %i a page', async (query, perPage) => {
    expect((await list(query)).per_page).toBe(perPage)
  })

  test.each(['?page=x', '?per_page=many', '?id=first', '?orphans_only=perhaps', '?search=a%00b'])(
    '%s is refused',
    async (query) => {
      expect((await dig.get(`/api/files${query}`, 'reader')).statusCode).toBe(400)
    },
  )

  test('strangers do not get it', async () => {
    expect((await dig.get('/api/files')).statusCode).toBe(401)
  })
})
