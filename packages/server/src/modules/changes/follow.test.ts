import type { FollowedSet } from '@trowel/contract/changes.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { countStatements } from '../../testing/count-statements.js'
import { type Dig, engines, openDig, type Role } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { openSecondNode } from '../../testing/second-node.js'
import { makeOne } from '../backups/testing/carry-backup.js'

/** Finds of which one is seen by those who see iron. */
const [hidden, visible] = [1, 7]

interface Answer {
  readonly data: FollowedSet[]
  readonly last: number
  readonly more: boolean
}

describe.each(engines)('following changes (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await hideRows(dig, 'self_writer', 'finds', { material: { _eq: 'iron' } })
  })
  afterAll(() => dig.close())

  const ask = async (query: string, as: Role = 'reader'): Promise<Answer> => {
    const reply = await dig.get(`/api/changes${query}`, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<Answer>()
  }
  const now = async (): Promise<number> => (await ask('')).last
  const save = async (table: string, id: number, core: object, headers: Record<string, string> = {}) => {
    const payload = { core }
    const reply = await dig.request(
      { method: 'PATCH', url: `/api/record/${table}/${id}`, payload, headers },
      'writer',
    )
    expect(reply.statusCode, reply.body).toBe(200)
  }
  /** Resolves when a request has begun to wait for a commit. */
  const whenWaiting = (of: Dig = dig): Promise<void> => {
    const { db } = of.application
    const { onCommit } = db
    return new Promise((resolve) => {
      vi.spyOn(db, 'onCommit').mockImplementationOnce((listener) => {
        resolve()
        return onCommit(listener)
      })
    })
  }
  const addContexts = (prefix: string, count: number) =>
    dig.application.db.write((tx) =>
      tx.insertMany(
        'contexts',
        ['ctx_no'],
        Array.from({ length: count }, (_, k) => [`${prefix}${k}`]),
      ),
    )

  test('tells a reader what others saved, and from where to go on', async () => {
    const before = await now()
    await save('contexts', 1, { notes: 'clay' }, { 'x-change-note': 'seen in daylight' })
    await save('contexts', 2, { notes: 'sand' })
    const { data, last, more } = await ask(`?after=${before}`)
    expect(data).toMatchObject([
      {
        id: before + 1,
        user_name: 'writer',
        note: null,
        total: 1,
        changes: [{ table: 'contexts', id: 1, fields: [{ field: 'notes', after: 'clay' }] }],
      },
      { id: before + 2, changes: [{ id: 2, fields: [{ field: 'notes', after: 'sand' }] }] },
    ])
    expect([last, more]).toEqual([before + 2, false])
    expect(await ask(`?after=${last}`)).toEqual({ status: 'success', data: [], last, more: false })
    expect((await ask(`?after=${before}&limit=1`, 'admin')).data).toMatchObject([
      { note: 'seen in daylight' },
    ])
    expect(await ask(`?after=${before}&limit=1`)).toMatchObject({ last: before + 1, more: true })
  })

  test('waits until something is saved, and no longer than it is told to', async () => {
    const before = await now()
    const begun = whenWaiting()
    const waiting = ask('?wait=60')
    await begun
    await save('contexts', 1, { notes: 'loam' })
    expect(await waiting).toMatchObject({ data: [{ id: before + 1 }], last: before + 1 })
    expect(await ask('?wait=1')).toMatchObject({ data: [], last: before + 1 })
  })

  test('passes over what the caller does not see', async () => {
    const before = await now()
    await save('finds', hidden, { weight_g: 18 })
    expect(await ask(`?after=${before}`, 'self_writer')).toMatchObject({ data: [], last: before + 1 })
    const begun = whenWaiting()
    const waiting = ask(`?after=${before}&wait=60`, 'self_writer')
    await begun
    await save('finds', hidden, { weight_g: 19 })
    await save('finds', visible, { weight_g: 20 })
    const { data, last } = await waiting
    expect(data.map(({ id, total, changes }) => [id, total, changes[0]?.id])).toEqual([
      [before + 3, 1, visible],
    ])
    expect(last).toBe(before + 3)
  })

  test('those who see the same are read for once, and each is told what is his own', async () => {
    const other = { name: 'mira', email: 'mira@dig.example', password: 'another-trowel', privilege: 20 }
    expect((await dig.post('/api/user', other, 'admin')).statusCode).toBe(200)
    const { token } = (await dig.post('/api/auth/login', { ...other, app: 'dig' })).json<{ token: string }>()
    const before = await now()
    await save('contexts', 3, { notes: 'silt' }, { 'x-change-note': 'of the writer' })
    const asMira = async (after = before): Promise<Answer> => {
      const headers = { authorization: `Bearer ${token}` }
      return (
        await dig.request({ method: 'GET', url: `/api/changes?after=${after}`, headers })
      ).json<Answer>()
    }
    const told = async (answer: Promise<Answer>) =>
      (await answer).data.map(({ id, note, undoable }) => [id - before, note, undoable])
    const query = `?after=${before}`
    // The first of them is the one that is read for both.
    expect(await told(asMira())).toEqual([[1, null, false]])
    expect(await told(ask(query, 'writer'))).toEqual([[1, 'of the writer', true]])
    expect(await told(asMira())).toEqual([[1, null, false]])
    expect(await told(ask(query, 'admin'))).toEqual([[1, 'of the writer', true]])
    expect(await told(ask(query, 'reader'))).toEqual([[1, null, false]])

    const search = { name: 'Silt', tb: 'contexts', query: { filter: { notes: { _eq: 'silt' } } } }
    expect((await dig.post('/api/saved-queries', search, 'writer')).statusCode).toBe(200)
    const [own, others] = await Promise.all([ask(query, 'writer'), asMira()])
    expect(own.data.map(({ id }) => id - before)).toEqual([1, 2])
    expect(others.data.map(({ id }) => id - before)).toEqual([1])
    expect(others.last).toBe(before + 2)

    await save('contexts', 3, { notes: 'sand' })
    const alone = await countStatements(dig, () => ask(`?after=${before + 2}`, 'writer'))
    const tenTimes = () => Promise.all(Array.from({ length: 10 }, () => asMira(before + 2)))
    const ten = await countStatements(dig, tenTimes)
    expect(alone).toBeGreaterThan(10)
    expect(ten).toBeLessThan(10 * 5)
  })

  test('a wait ends with the right to ask', async () => {
    const { id, key } = (await dig.post('/api/api-keys', { label: 'x', privilege: 30 }, 'super_admin')).json()
    const begun = whenWaiting()
    const headers = { authorization: `Bearer ${key}` }
    const waiting = dig.request({ method: 'GET', url: '/api/changes?wait=60', headers })
    await begun
    await dig.post(`/api/api-key/${id}/revoke`, undefined, 'super_admin')
    await save('contexts', 3, { notes: 'ash' })
    expect((await waiting).statusCode).toBe(401)
  })

  test('of a large set the first changes are told, and of many no more at once than an answer holds', async () => {
    const before = await now()
    for (let set = 0; set < 12; set++) await addContexts(`L${set}-`, 120)
    const first = await ask(`?after=${before}`)
    expect(first.data).toHaveLength(10)
    expect(first.data.map(({ total, changes }) => [total, changes.length])).toContainEqual([120, 100])
    expect([first.last, first.more]).toEqual([before + 10, true])
    const rest = await ask(`?after=${first.last}`)
    expect([rest.data.length, rest.last, rest.more]).toEqual([2, before + 12, false])
  })

  test('many writers at once: nobody misses a set or gets one twice', async () => {
    const before = await now()
    const writers = [1, 2, 3, 4].map(async (id) => {
      for (let turn = 0; turn < 10; turn++) await save('contexts', id, { notes: `turn ${turn} of ${id}` })
    })
    const follow = async (limit: number): Promise<number[]> => {
      const ids: number[] = []
      for (let after = before; after < before + 40; ) {
        const { data, last } = await ask(`?after=${after}&limit=${limit}&wait=60`)
        ids.push(...data.map(({ id }) => id))
        after = last
      }
      return ids
    }
    const followed = await Promise.all([follow(1), follow(3), follow(500), ...writers])
    const all = Array.from({ length: 40 }, (_, k) => before + 1 + k)
    expect(followed.slice(0, 3)).toEqual([all, all, all])
  })

  test('one person cannot wait any number of times', async () => {
    const before = await now()
    const waiting = Array.from({ length: 21 }, () =>
      dig.get(`/api/changes?after=${before}&wait=60`, 'reader'),
    )
    const refused = await Promise.race(waiting)
    expect([refused.statusCode, refused.json().code]).toEqual([503, 'overloaded'])
    await save('contexts', 1, { notes: 'everybody goes on' })
    expect((await Promise.all(waiting)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  })

  test('what is no number is refused, all of it at once', async () => {
    const reply = await dig.get('/api/changes?after=x&limit=y&wait=z', 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_parameter'])
    expect(reply.json().errors).toHaveLength(3)
  })

  test('when the service stops, who waits is answered', async () => {
    const other = await openDig(engine, { TROWEL_LIMIT_STOP_MS: '600000' })
    const { db } = other.application
    const { onCommit } = db
    const begun = new Promise<void>((resolve) => {
      db.onCommit = (listener) => {
        resolve()
        return onCommit(listener)
      }
    })
    const waiting = other.get('/api/changes?wait=60', 'reader')
    await begun
    await other.close()
    expect((await waiting).json()).toMatchObject({ data: [], more: false })
  })

  test('when a backup takes the place of everything, who waits is answered, and told to read anew', async () => {
    const other = await openDig(engine)
    // A restore ends the sessions of people.
    const read = async (query: string) => (await other.get(`/api/changes${query}`, 'key30')).json<Answer>()
    const { last } = await read('')
    const file = await makeOne(other)
    const begun = whenWaiting(other)
    const waiting = read('?wait=60')
    await begun
    const restored = await other.post(`/api/backup/${file}/restore`, undefined, 'super_admin')
    expect(restored.statusCode, restored.body).toBe(200)
    const answer = await waiting
    const told = answer.data.length > 0 ? answer : await read(`?after=${answer.last}`)
    expect(told.data).toMatchObject([{ origin: 'restore', incomplete: true }])
    expect(told.last).toBeGreaterThan(last)
    await other.close()
  })

  // SQLite has one node.
  const testOfNodes = engine === 'pgsql' ? [engine] : []
  test.each(testOfNodes)('what another node commits is heard (%s)', async () => {
    const second = await openSecondNode(dig)
    const before = await now()
    const begun = whenWaiting()
    const waiting = ask('?wait=60')
    await begun
    await second.application.db.write((tx) => tx.insert('contexts', { ctx_no: 'from the other' }))
    expect(await waiting).toMatchObject({ data: [{ id: before + 1 }] })
    const heard = new Promise<void>((resolve) => second.application.db.onCommit(resolve))
    await save('contexts', 1, { notes: 'from the first' })
    await heard
    await second.close()
  })
})
