import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { findContradictions } from './testing/journal-check.js'
import { killLeftovers, startService } from './testing/service-process.js'
import { logIn, makeApplication, type Session } from './testing/session.js'
import { makeStoredData, type StoredData } from './testing/stored-data.js'

const hour = 3_600_000
/** How far the clock is ahead, one after the other. */
const shifts = [hour, 0, -hour, 0]

describe.each(oneEngine)('a clock that is set by an hour while the service runs (%s)', (engine) => {
  let data: StoredData
  afterEach(async () => {
    killLeftovers()
    await data.remove()
  })

  test('ends no session, loses no edit, and leaves the states in their order', async () => {
    data = await makeStoredData(engine)
    const clock = join(data.settings['TROWEL_DATA'] ?? '', 'clock')
    await writeFile(clock, '0')
    const preload = new URL('./testing/shifted-clock.js', import.meta.url).href
    const service = await startService({
      ...data.settings,
      NODE_OPTIONS: `--import ${preload}`,
      SHIFTED_CLOCK: clock,
    })
    const sessions: Session[] = [await makeApplication(service.url, engine)]
    const [first] = sessions as [Session]
    const { id } = await first.must('POST', '/api/record/contexts', { core: { ctx_no: 'C1', notes: '0' } })
    const path = `/api/record/contexts/${id}`
    let edits = 0
    for (const shift of shifts) {
      await writeFile(clock, String(shift))
      sessions.push(await logIn(service.url))
      for (const session of sessions) {
        const { etag } = await session.ask('GET', path)
        const edit = { core: { notes: String(++edits) } }
        const answer = await session.ask('PATCH', path, edit, { 'if-match': etag ?? '' })
        expect([shift, answer.status, answer.body]).toMatchObject([shift, 200, {}])
      }
    }

    const sets = await data.rows<{ id: number; time: number }>(
      `SELECT s.id, s.time FROM sys_change_sets s JOIN sys_change_counts c ON c.set_id = s.id
       WHERE c.tb = 'contexts' ORDER BY s.id`,
    )
    expect(sets).toHaveLength(edits + 1)
    const times = sets.map(({ time }) => time)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    // The clock was in fact another.
    expect(Math.max(...times) - (times[0] ?? 0)).toBeGreaterThan(hour / 2)
    const notesAsOf = async (state: string): Promise<number> =>
      Number((await first.must('GET', `${path}?as_of=${encodeURIComponent(state)}`)).core.notes.val)
    for (const [k, set] of sets.entries()) expect(await notesAsOf(String(set.id))).toBe(k)
    const byTime: number[] = []
    for (const time of new Set(times)) byTime.push(await notesAsOf(new Date(time).toISOString()))
    expect(byTime).toEqual([...byTime].sort((a, b) => a - b))
    expect(byTime.at(-1)).toBe(edits)
    expect((await first.must('GET', path)).core.notes.val).toBe(String(edits))
    expect(await findContradictions(data)).toEqual([])
    await service.stop()
  }, 120_000)
})
