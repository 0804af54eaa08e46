import { type EventCode, logLevels } from '@trowel/contract/logged-events.js'
import { LoggedEvent } from '@trowel/contract/logs.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const day = 86_400_000

describe.each([...engines])('the log (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.token('admin')
    await dig.application.db.write(async (tx) => {
      await tx.run(sql`DELETE FROM "sys_log"`)
      const events: readonly (readonly [number, string, number, EventCode?])[] = [
        [logLevels.INFO, 'login 5', 1, 'login'],
        [logLevels.WARNING, 'Öfen refused\naddress 192.0.2.1', 2, 'login_refused'],
        [logLevels.ERROR, '100% of a_b\\c', 40],
        [275, 'something between', 100],
      ]
      for (const [level, message, age, code = null] of [...events].reverse())
        await tx.insert('sys_log', { channel: 'auth', level, message, code, time: Date.now() - age * day })
    })
  })
  afterAll(() => dig.close())

  const messages = async (query: string): Promise<[number, string[]]> => {
    const reply = await dig.get(`/api/logs?${query}`, 'admin')
    expect(reply.statusCode).toBe(200)
    const { total, data } = reply.json<{ total: number; data: { message: string }[] }>()
    return [total, data.map(({ message }) => message.split(' ')[0] ?? '')]
  }

  test('is told newest first, with the names of the levels', async () => {
    const { status, total, data } = (await dig.get('/api/logs', 'admin')).json()
    expect([status, total]).toEqual(['success', 4])
    expect(Object.keys(data[0])).toEqual(Object.keys(LoggedEvent.properties))
    expect(data.map((event: { level_name: string }) => event.level_name)).toEqual([
      'INFO',
      'WARNING',
      'ERROR',
      '275',
    ])
    expect(data[2]).toMatchObject({ code: null, facts: {} })
    expect(data[0].time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  })

  test.each([
    ['one level exactly', 'level=300', 1, ['Öfen']],
    ['a level and those above', 'min_level=275', 3, ['Öfen', '100%', 'something']],
    ['zero is every level', 'level=0&min_level=0', 4, ['login', 'Öfen', '100%', 'something']],
    ['part of a message in any case', 'search=öFEN', 1, ['Öfen']],
    ['a percent sign as itself', 'search=%25', 1, ['100%']],
    ['an underscore as itself', 'search=a_b', 1, ['100%']],
    ['a backslash as itself', 'search=%5C', 1, ['100%']],
    ['what nobody wrote', 'search=%25of', 0, []],
    [
      'lines of a code beside those with the text',
      'search=something&also[]=login',
      2,
      ['login', 'something'],
    ],
    ['lines of some codes', 'also[]=login,login_refused:', 2, ['login', 'Öfen']],
    ['lines of a code with words, in any case', 'also[]=login,login_refused:öFEN 192.0.2.1', 1, ['Öfen']],
    ['lines of a code with all words or none', 'also[]=login_refused:Öfen nobody', 0, []],
    ['one list beside another', 'also[]=login:5&also[]=login_refused:Öfen', 2, ['login', 'Öfen']],
    ['percent signs of words as themselves', 'also[]=login:%25', 0, []],
    ['graver lines of a code alone', 'min_level=300&also[]=login,login_refused', 1, ['Öfen']],
    ['a page', 'page=2&per_page=3', 4, ['something']],
    ['a page before the first one is the first', 'page=-1&per_page=1', 4, ['login']],
    ['a page as short as can be', 'per_page=0', 4, ['login']],
    ['a page after the last one', 'page=9', 4, []],
  ])('%s', async (_case, query, total, found) => {
    expect(await messages(query)).toEqual([total, found])
  })

  test.each([
    ['a page that is none', 'page=x'],
    ['half a line', 'per_page=1.5'],
    ['the name of a level', 'level=warning'],
    ['a level beyond all', 'min_level=1e99'],
    ['codes that are no list', 'also=login'],
    ['a code that no line has', 'also[]=login,nothing'],
    ['no code', 'also[]=:maria'],
    ['a NUL character among the words', 'also[]=login:a%00'],
    ['too many words', `also[]=login:${'a+'.repeat(21)}`],
    ['words without end', `also[]=login:${'a'.repeat(2001)}`],
    ['too many codes', `also[]=${'login,'.repeat(200)}login`],
    ['too many lists', 'also[]=login&'.repeat(101)],
  ])('%s is refused', async (_case, query) => {
    const reply = await dig.get(`/api/logs?${query}`, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
  })

  test.each([[{ days: 1.5 }], [{ days: '30' }], [{ days: [1] }]])(
    'purging with %j is refused and deletes nothing',
    async (body) => {
      const reply = await dig.post('/api/logs/purge', body, 'admin')
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
      expect((await messages(''))[0]).toBe(4)
    },
  )

  test('what is older than so many days is forgotten, and that it was is told', async () => {
    const purge = async (body?: object) => (await dig.post('/api/logs/purge', body, 'admin')).json()
    expect(await purge({ days: 1e12 })).toMatchObject({ deleted: 0, days: 1_000_000 })
    expect(await purge({ days: 90 })).toEqual({
      status: 'success',
      code: 'log_purge_success',
      deleted: 1,
      days: 90,
    })
    expect(await purge()).toMatchObject({ deleted: 1, days: 30 })
    expect(await purge({ days: -5 })).toMatchObject({ deleted: 2, days: 1 })
    const { data } = (await dig.get('/api/logs?search=older than 1 days', 'admin')).json()
    expect(data).toMatchObject([
      { channel: 'admin', level_name: 'INFO', code: 'log_purged', facts: { days: 1, rows: 2, by: 'admin' } },
    ])
  })
})
