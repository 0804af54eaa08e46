import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { isLong } from '../testing/long-tests.js'
import { oneEngine } from '../testing/open-database.js'
import {
  changesSince,
  findLosses,
  findUntold,
  followAll,
  hirePeople,
  layOutMatrix,
  Outcome,
  Person,
  type Site,
} from './testing/people.js'
import { type RunningService, startServiceHere } from './testing/service-process.js'
import { makeApplication } from './testing/session.js'
import { applicationName, makeStoredData, type StoredData } from './testing/stored-data.js'

const [people, milliseconds, thinkMs] = isLong ? [10, 2_000, 150] : [6, 1_000, 150]
const [finds, contexts] = isLong ? [60, 40] : [30, 20]
const words = ['amber', 'quernstone', 'slag']

describe.each(oneEngine)('many people at one service (%s)', (engine) => {
  let data: StoredData
  let service: RunningService
  afterEach(async () => {
    await service.stop()
    await data.remove()
  })

  test('each is answered or told when to come again, nothing acknowledged is lost, and every stream tells all', async () => {
    data = await makeStoredData(engine)
    service = await startServiceHere(data.settings)
    const admin = await makeApplication(service.url, engine)
    await admin.must('POST', '/api/config/tables', { name: 'finds', label: 'Finds' })
    for (const name of ['inventory_no', 'description', 'period']) {
      const field = { name, label: name, type: 'text', db_type: 'TEXT' }
      await admin.must('POST', '/api/config/table/finds/field', field)
    }
    for (let k = 1; k <= finds; k++) {
      const core = { inventory_no: `F${k}`, description: `${words[k % words.length]}, worn` }
      await admin.must('POST', '/api/record/finds', { core })
    }
    for (let k = 1; k <= contexts; k++) {
      await admin.must('POST', '/api/record/contexts', { core: { ctx_no: `C${k}` } })
    }
    await layOutMatrix(admin, contexts)

    const site: Site = { url: service.url, app: applicationName, finds, contexts, words }
    const sessions = await hirePeople(admin, site, people)
    const [one = admin] = sessions
    const { last: start } = await admin.must('GET', '/api/changes')
    const followers = await followAll(site, sessions)
    const outcome = new Outcome()
    const end = new AbortController()
    const working = sessions.map((session, k) =>
      new Person(`digger${k}`, site, session, outcome, thinkMs).work(end.signal),
    )
    await sleep(milliseconds)
    await expect.poll(() => outcome.edits.length).toBeGreaterThan(0)
    end.abort()
    await Promise.all(working)

    expect(outcome.errors).toEqual([])
    const sets = await changesSince(one, start)
    expect(await findLosses(admin, outcome, sets)).toEqual([])
    expect(await findUntold(followers, sets)).toEqual([])
    // What was never stored would be missed.
    outcome.edits.push({ find: 1, mark: 'never sent' })
    expect(await findLosses(admin, outcome, sets)).toEqual(['find 1: never sent is lost'])
    await Promise.all(followers.map((follower) => follower.stop()))
  }, 120_000)
})
