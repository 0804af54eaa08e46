import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildServer } from '../../build-server.js'
import { createRecord } from '../../records/writing/write.js'
import { sql } from '../../storage/sql.js'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import {
  boundsOf,
  datesOf,
  installPlainCurve,
  loseCurve,
  saveDates,
} from '../../testing/radiocarbon-curve.js'
import { scopeAs } from '../../testing/scope-as.js'

const none = [null, null, null, null]
const of3000 = [3081, 3312, 3074, 3329]
const of3000South = [3068, 3207, 2970, 3318]
const of2450 = [2369, 2696, 2359, 2705]

function signal(): [happened: Promise<void>, happens: () => void] {
  let happens = () => {}
  const happened = new Promise<void>((resolve) => {
    happens = resolve
  })
  return [happened, happens]
}

describe.each(oneEngine)('radiocarbon dates (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const made = await dig.post('/api/config/table/contexts/radiocarbon', {}, 'super_admin')
    expect(made.statusCode, made.body).toBe(200)
  })
  afterAll(() => dig.close())

  const newContext = async (rows: Parameters<typeof saveDates>[2]) => {
    const core = { ctx_no: `R${Math.random()}` }
    const plugins = { contexts_radiocarbon: rows.map((fields) => ({ id: null, _isNew: true, fields })) }
    const reply = await dig.post('/api/record/contexts', { core, plugins }, 'writer')
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ id: number }>().id
  }
  const onlyDate = async (context: number) => (await datesOf(dig, context))[0]
  const bounds = async (context: number) => boundsOf(await onlyDate(context))

  test('are calibrated when they are saved, to the year', async () => {
    const vectors: readonly (readonly [number, number, ...(number | null)[]])[] = [
      [3200, 40, 3386, 3450, 3278, 3486],
      [3000, 30, ...of3000],
      [1950, 25, 1831, 1922, 1752, 1983],
      [500, 30, 513, 537, 501, 551],
      [10_000, 60, 11_323, 11_683, 11_267, 11_737],
      [2000, 30, 1890, 1989, 1836, 1998],
      [2450, 40, ...of2450],
      [49_000, 800, 50_630, 54_566, 50_107, 55_000],
      [200_000, 30, ...none],
    ]
    const context = await newContext(vectors.map(([bp, bp_error]) => ({ bp, bp_error, curve: 'intcal20' })))
    const rows = await datesOf(dig, context)
    expect(rows.map((row) => [row['bp'], row['bp_error'], ...boundsOf(row)])).toEqual(vectors)
  })

  test('name the curve that counts when none was named', async () => {
    const lab = { lab_code: 'TRW-0417', material: 'charcoal' }
    for (const curve of [{}, { curve: '' }, { curve: null }]) {
      const context = await newContext([{ ...lab, bp: 2450, bp_error: 40, ...curve }])
      expect(await onlyDate(context)).toMatchObject({ ...lab, curve: 'intcal20' })
      expect(await bounds(context)).toEqual(of2450)
    }
    expect(await onlyDate(await newContext([{ bp: 2450, curve: 'other' }]))).toMatchObject({ curve: 'other' })
  })

  test('keep nothing that somebody sends for their ranges', async () => {
    const forged = { cal_1s_from: 1, cal_1s_to: 2, cal_2s_from: 3, cal_2s_to: 4 }
    const context = await newContext([{ bp: 3000, bp_error: 30, ...forged }])
    expect(await bounds(context)).toEqual(of3000)
    const row = await onlyDate(context)
    await saveDates(dig, context, [{ id: row?.['id'] ?? 0, notes: 'seen', ...forged }])
    expect(await bounds(context)).toEqual(of3000)
    const uncalibrated = await newContext([{ lab_code: 'X', ...forged }])
    expect(await bounds(uncalibrated)).toEqual(none)
  })

  test('follow every change of what was measured', async () => {
    const context = await newContext([{ bp: 3000, bp_error: 30 }])
    const id = (await onlyDate(context))?.['id'] ?? 0
    const after = async (change: Record<string, string | number | null>) => {
      expect((await saveDates(dig, context, [{ id, ...change }])).statusCode).toBe(200)
      return bounds(context)
    }
    expect(await after({ bp: 2450, bp_error: 40 })).toEqual(of2450)
    expect(await after({ bp: 3000 })).not.toEqual(of2450)
    expect(await after({ bp_error: 30 })).toEqual(of3000)
    expect(await after({ curve: 'INTCAL20' })).toEqual(of3000)
    expect(await after({ curve: 'shcal20' })).toEqual(of3000South)
    expect(await after({ curve: 'oldcal' })).toEqual(none)
    expect(await after({ curve: '' })).toEqual(of3000)
    expect(await after({ bp: null })).toEqual(none)
    expect(await after({ bp: '3000', bp_error: '30' })).toEqual(of3000)
    expect(await after({ bp_error: null })).toEqual(none)
  })

  test('that cannot be calibrated are saved, with one warning in the log for all of a save', async () => {
    const scope = await scopeAs(dig, 'writer')
    const warnings: unknown[] = []
    const log = Object.assign(Object.create(scope.log), {
      warn: (...[, words]: unknown[]) => warnings.push(words),
    })
    const rows = [{ bp: 200_000, bp_error: 30 }, { lab_code: 'X' }, { bp: 3000, bp_error: 30 }]
    const plugins = { contexts_radiocarbon: rows.map((fields) => ({ fields })) }
    const { id } = await createRecord({ ...scope, log }, [], 'contexts', { core: { ctx_no: 'W1' }, plugins })
    expect((await datesOf(dig, id)).map(boundsOf)).toEqual([none, none, of3000])
    expect(warnings).toEqual(['radiocarbon dates without a usable age, error or curve are not calibrated'])
  })

  test('with an error of nought are refused', async () => {
    const reply = await saveDates(dig, 1, [{ bp: 3000, bp_error: 0 }])
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'bp_error', rule: 'min', row: 0 })],
    ])
  })

  test('come back with the version that keeps them, also of a deleted record', async () => {
    const context = await newContext([{ bp: 3000, bp_error: 30 }])
    const id = (await onlyDate(context))?.['id'] ?? 0
    await saveDates(dig, context, [{ id, bp: 2450, bp_error: 40 }])
    const newest = async () =>
      (await dig.get(`/api/record/contexts/${context}/versions`, 'super_admin')).json().versions[0].id
    // What a version keeps may be calibrated by another curve, or by hand: what counts is what was measured.
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_before_contexts_radiocarbon" SET "cal_2s_from" = 7`),
    )
    const body = { fields: [], restore_plugins: ['contexts_radiocarbon'] }
    expect((await dig.post(`/api/version/${await newest()}/restore`, body, 'admin')).statusCode).toBe(200)
    expect(await bounds(context)).toEqual(of3000)
    await dig.delete(`/api/record/contexts/${context}`, undefined, 'writer')
    expect((await dig.post(`/api/version/${await newest()}/restore`, {}, 'admin')).statusCode).toBe(200)
    expect(await bounds(context)).toEqual(of3000)
  })

  test('follow a curve that is replaced in a whole column, and leave all others as they are', async () => {
    const context = await newContext([{ bp: 3000, bp_error: 30, curve: 'oldcal' }])
    const body = { tb: 'contexts_radiocarbon', fld: 'curve' }
    const replace = (search: string, text: string) =>
      dig.post('/api/search-replace', { ...body, search, replace: text }, 'super_admin')
    expect(await bounds(context)).toEqual(none)
    expect((await replace('oldcal', 'intcal20')).json()).toMatchObject({ affected: 1 })
    expect(await bounds(context)).toEqual(of3000)
    await replace('intcal20', 'oldcal')
    expect(await bounds(context)).toEqual(none)
    await replace('oldcal', 'intcal20')
    expect(await bounds(context)).toEqual(of3000)
  })

  test('are calculated before the column is replaced, so that others can write meanwhile', async () => {
    const measured = Array.from({ length: 20 }, (_, k) => ({ bp: 4001 + k, bp_error: 37, curve: 'oldcal' }))
    const context = await newContext([{ bp: 3000, bp_error: 30, curve: 'oldcal' }, ...measured])
    const { calibration } = dig.service.services
    const [calculating, begin] = signal()
    const [goOn, open] = signal()
    const { ranges } = calibration
    calibration.ranges = async (...asked) => {
      begin()
      await goOn
      return ranges(...asked)
    }
    try {
      const body = { tb: 'contexts_radiocarbon', fld: 'curve', search: 'oldcal', replace: 'intcal20' }
      const replaced = dig.post('/api/search-replace', body, 'super_admin')
      await calculating
      const other = await dig.post('/api/record/finds/1', { core: { material: 'bone' } }, 'writer')
      expect(other.statusCode, other.body).toBe(200)
      expect(await bounds(context)).toEqual(none)
      open()
      expect((await replaced).json()).toMatchObject({ affected: 21 })
    } finally {
      open()
      calibration.ranges = ranges
    }
    const dates = await datesOf(dig, context)
    expect(boundsOf(dates[0])).toEqual(of3000)
    expect(dates.filter((row) => row['cal_2s_from'] === null)).toEqual([])
  })

  test('are not copied with their record, and cannot be imported or changed past it', async () => {
    const context = await newContext([{ bp: 3000, bp_error: 30 }])
    const copy = await dig.post(`/api/record/contexts/${context}/duplicate`, {}, 'writer')
    expect(await datesOf(dig, copy.json().id)).toEqual([])
    const edit = { ids: [1], core: { cal_1s_from: 1 } }
    const bulk = await dig.patch('/api/records/contexts_radiocarbon', edit, 'writer')
    expect(bulk.json().code).toBe('plugin_table_not_allowed')
    const { temp_id } = (await preview(dig, csvForm('id,from\n1,7\n'))).json()
    const body = { temp_id, type: 'csv', tb: 'contexts_radiocarbon', mapping: { from: 'cal_1s_from' } }
    const imported = await dig.post(
      '/api/import/data',
      { ...body, key_field: null, mode: 'insert' },
      'writer',
    )
    expect(imported.json().code).toBe('plugin_table_not_allowed')
  })

  describe('all of them anew', () => {
    test('are what was measured, after somebody wrote past the service; a second time nothing changes', async () => {
      const context = await newContext([{ bp: 3000, bp_error: 30 }])
      const { id: row = 0 } = (await onlyDate(context)) ?? {}
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "contexts_radiocarbon" SET "bp" = 2450, "bp_error" = 40 WHERE "id" = ${row}`),
      )
      const first = await dig.post('/api/radiocarbon/recalibrate', {}, 'super_admin')
      expect(first.json()).toMatchObject({ status: 'success', code: 'radiocarbon_recalibrated' })
      expect(first.json().changed).toBeGreaterThan(0)
      expect(await bounds(context)).toEqual(of2450)
      const { rows, calibrated, changed } = (
        await dig.post('/api/radiocarbon/recalibrate', {}, 'super_admin')
      ).json()
      expect([rows > calibrated, calibrated > 10, changed]).toEqual([true, true, 0])
    })

    test('are those of the age that an undo brings back, not those that the later curve gave', async () => {
      const context = await newContext([{ bp: 3000, bp_error: 30, curve: 'plain' }])
      const { id = 0 } = (await onlyDate(context)) ?? {}
      await saveDates(dig, context, [{ id, bp: 2450, bp_error: 40, curve: 'plain' }])
      const saved = (await dig.get('/api/change-sets?per_page=1', 'writer')).json().data[0].id
      expect(await bounds(context)).toEqual(none)
      await installPlainCurve(dig, 'plain')
      expect((await dig.post('/api/radiocarbon/recalibrate', {}, 'super_admin')).json().changed).toBe(1)
      const later = await bounds(context)
      const undone = await dig.post(`/api/change-set/${saved}/undo`, {}, 'writer')
      expect(undone.statusCode, undone.body).toBe(200)
      const back = await onlyDate(context)
      expect([back?.['bp'], back?.['bp_error']]).toEqual([3000, 30])
      expect(boundsOf(back)).not.toEqual(later)
      expect(boundsOf(back)).toEqual(
        await bounds(await newContext([{ bp: 3000, bp_error: 30, curve: 'plain' }])),
      )
    })

    test('are not those of an age that an undo leaves alone, since it was corrected again', async () => {
      const context = await newContext([{ bp: 3000, bp_error: 30 }])
      const { id = 0 } = (await onlyDate(context)) ?? {}
      await saveDates(dig, context, [{ id, bp: 200_000 }])
      const saved = (await dig.get('/api/change-sets?per_page=1', 'writer')).json().data[0].id
      await saveDates(dig, context, [{ id, bp: 300_000 }])
      const undone = await dig.post(`/api/change-set/${saved}/undo`, { conflicts: 'keep' }, 'writer')
      expect(undone.statusCode, undone.body).toBe(200)
      expect((await onlyDate(context))?.['bp']).toBe(300_000)
      expect(await bounds(context)).toEqual(none)
    })

    test('are for super-administrators, and wait while the application is frozen', async () => {
      const status = async (text: string) => {
        await dig.application.db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "status" = ${text}`))
        await dig.application.reload()
      }
      expect((await dig.post('/api/radiocarbon/recalibrate', {}, 'admin')).statusCode).toBe(403)
      await status('frozen')
      const reply = await dig.post('/api/radiocarbon/recalibrate', {}, 'super_admin')
      await status('on')
      expect([reply.statusCode, reply.json().detail]).toEqual([403, 'frozen'])
    })

    const recalibrate = (body: object) => dig.post('/api/radiocarbon/recalibrate', body, 'super_admin')

    test('goes on as a job, which tells how far it is and what came of it', async () => {
      const context = await newContext([{ bp: 3000, bp_error: 30 }])
      await dig.application.db.write((tx) => tx.run(sql`UPDATE "contexts_radiocarbon" SET "cal_1s_from" = 7`))
      const begun = await recalibrate({ background: true })
      expect(begun.json()).toMatchObject({
        code: 'job_started',
        job: { kind: 'radiocarbon_recalibrate', state: 'running', done: 0 },
      })
      const { id, total } = begun.json().job
      const job = async () => (await dig.get(`/api/jobs/${id}`, 'super_admin')).json().job
      await expect.poll(async () => (await job()).state, { timeout: 20_000 }).not.toBe('running')
      const { state, done, result } = await job()
      expect([state, done, result]).toMatchObject([
        'done',
        total,
        { code: 'radiocarbon_recalibrated', rows: total, changed: total },
      ])
      expect(await bounds(context)).toEqual(of3000)
    })

    test('runs once at a time', async () => {
      const outcome = await dig.application.db.withLock('recalibration', () => recalibrate({}))
      expect([outcome?.done.statusCode, outcome?.done.json().code]).toEqual([409, 'conflict'])
      expect((await recalibrate({})).statusCode).toBe(200)
    })

    test('needs no body, and a background is true or false', async () => {
      const request = { method: 'POST', url: '/api/radiocarbon/recalibrate' } as const
      expect((await dig.request(request, 'super_admin')).statusCode).toBe(200)
      expect((await recalibrate({ background: 'yes' })).statusCode).toBe(400)
    })
  })

  describe('one of them alone', () => {
    const calibrate = (query: string) => dig.get(`/api/radiocarbon/calibrate${query}`, 'reader')

    test('is told with its ranges, their parts and a curve to draw', async () => {
      const answer = (await calibrate('?bp=2450&error=40')).json()
      expect(answer).toMatchObject({
        status: 'success',
        curve: 'intcal20',
        source: {
          name: 'intcal20',
          title: 'IntCal20',
          citation: 'Reimer et al. 2020, Radiocarbon 62 (4), 725–757',
          doi: '10.1017/RDC.2020.41',
        },
        bp: 2450,
        error: 40,
        cal_1s: { from: 2369, to: 2696 },
        cal_2s: { from: 2359, to: 2705 },
      })
      const { parts } = answer.cal_1s
      expect([parts.length > 1, parts[0].from, parts.at(-1).to]).toEqual([true, 2369, 2696])
      const sum = parts.reduce(
        (total: number, { probability }: { probability: number }) => total + probability,
        0,
      )
      expect(sum).toBeCloseTo(0.68, 1)
      const years = answer.density.map(({ cal }: { cal: number }) => cal)
      expect([years.length <= 1000, years[0] <= 2359, years.at(-1) >= 2705]).toEqual([true, true, true])
    })

    test('is told by the curve that was asked for', async () => {
      const ranges = async (curve: string) => {
        const { cal_1s, cal_2s, source } = (await calibrate(`?bp=3000&error=30&curve=${curve}`)).json()
        return [source.title, cal_1s.from, cal_1s.to, cal_2s.from, cal_2s.to]
      }
      expect(await ranges('')).toEqual(['IntCal20', ...of3000])
      expect(await ranges('SHCal20')).toEqual(['SHCal20', ...of3000South])
      expect((await ranges('marine20'))[0]).toBe('Marine20')
    })

    test('with a wide error has no more points to draw', async () => {
      const { density } = (await calibrate('?bp=30000&error=99999')).json()
      expect([density.length > 900, density.length <= 1000]).toEqual([true, true])
    })

    test('outside the curve has no ranges', async () => {
      const { cal_1s, cal_2s, density } = (await calibrate('?bp=200000&error=30')).json()
      expect([cal_1s, cal_2s, density]).toEqual([null, null, []])
    })

    test.each<[string, string]>([
      ['', 'parameter_missing'],
      ['?bp=3000', 'parameter_missing'],
      ['?error=30', 'parameter_missing'],
      ['?bp=&error=30', 'parameter_missing'],
      ['?bp=3000.5&error=30', 'invalid_parameter'],
      ['?bp=3000&error=0', 'invalid_parameter'],
      ['?bp=3000&error=-30', 'invalid_parameter'],
      ['?bp[]=3000&error=30', 'invalid_parameter'],
      ['?bp=99999999999999999999&error=30', 'invalid_parameter'],
      ['?bp=3000&error=30&curve=oldcal', 'invalid_parameter'],
      ['?bp=3000&error=30&curve=../../secret', 'invalid_parameter'],
      ['?bp=3000&error=30&curve[]=intcal20', 'invalid_parameter'],
    ])('"%s" is refused', async (query, code) => {
      const reply = await calibrate(query)
      expect([reply.statusCode, reply.json().code]).toEqual([400, code])
    })
  })
})

describe.each(oneEngine)('radiocarbon dates of a fresh application (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    await dig.post('/api/config/table/contexts/radiocarbon', {}, 'super_admin')
  })
  afterAll(() => dig.close())
  const curvesOf = async (context: number) =>
    (await dig.get(`/api/record/contexts/${context}`, 'reader')).json().plugins.contexts_radiocarbon.metadata
      .curves

  test('are calibrated without any installation, and say with which curve', async () => {
    expect(await curvesOf(2)).toEqual([])
    const measured = { bp: 3000, bp_error: 30 }
    await saveDates(dig, 2, [measured, { ...measured, curve: 'SHCal20' }, { ...measured, curve: 'oldcal' }])
    expect((await datesOf(dig, 2)).map(boundsOf)).toEqual([of3000, of3000South, none])
    expect(await curvesOf(2)).toMatchObject([
      { name: 'intcal20', title: 'IntCal20', doi: '10.1017/RDC.2020.41' },
      { name: 'shcal20', title: 'SHCal20', doi: '10.1017/RDC.2020.59' },
    ])
  })

  describe('by a curve that has to be installed', () => {
    const plain = [2970, 3030, 2940, 3060]
    const bounds = async () => boundsOf((await datesOf(dig, 1))[0])
    const recalibrate = async () => (await dig.post('/api/radiocarbon/recalibrate', {}, 'super_admin')).json()
    /** As a service does that begins to listen. */
    const listenOnce = async () => {
      const server = await buildServer(dig.services, dig.service.server.log)
      await server.listen({ host: '127.0.0.1', port: 0 })
      return server
    }

    test('wait for it, and are calibrated when the service starts with it', async () => {
      await saveDates(dig, 1, [{ bp: 3000, bp_error: 30, curve: 'plain' }])
      expect(await bounds()).toEqual(none)
      await installPlainCurve(dig, 'plain')
      expect(await bounds()).toEqual(none)
      const server = await listenOnce()
      await expect.poll(bounds).toEqual(plain)
      await server.close()
      expect(await curvesOf(1)).toEqual([
        {
          name: 'plain',
          title: 'plain',
          citation: 'A plain curve, Nobody 1999, doi 10.1234/plain.99',
          doi: '10.1234/plain.99',
        },
      ])
      expect(await recalibrate()).toMatchObject({ changed: 0 })
    })

    test('keep their ranges while it is missing and nothing is measured anew, and lose them when it is', async () => {
      await loseCurve(dig, 'plain')
      const id = (await datesOf(dig, 1))[0]?.['id'] ?? 0
      await saveDates(dig, 1, [{ id, material: 'charcoal' }])
      await recalibrate()
      expect(await bounds()).toEqual(plain)
      await saveDates(dig, 1, [{ id, bp: 2450 }])
      expect(await bounds()).toEqual(none)
    })

    test('never by a file under the name of a curve that comes with the service', async () => {
      await expect(installPlainCurve(dig, 'intcal20')).rejects.toThrow('not IntCal20')
      await dig.services.binaries.put(
        { app: '.service', area: 'curves', name: 'intcal20.14c' },
        (async function* () {
          yield Buffer.from('# an installation of long ago\n0,0,1\n')
        })(),
      )
      const { cal_2s } = (await dig.get('/api/radiocarbon/calibrate?bp=3000&error=30', 'reader')).json()
      expect([cal_2s.from, cal_2s.to]).toEqual(of3000.slice(2))
    })
  })
})
