import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { csvForm, preview } from '../../testing/import-file.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

describe.each(engines)('dates that are written (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const yearsOf = async (context: number) => {
    const { core } = (await dig.get(`/api/record/contexts/${context}`, 'reader')).json()
    return ['chrono_from', 'chrono_to', 'chrono_label'].map((name) => core[name].val)
  }
  const save = (context: number, core: Record<string, unknown>) =>
    dig.post(`/api/record/contexts/${context}`, { core }, 'writer')
  const importRows = async (file: string, body: Record<string, unknown>) => {
    const { temp_id } = (await preview(dig, csvForm(file))).json<{ temp_id: string }>()
    return dig.post('/api/import/data', { temp_id, type: 'csv', tb: 'contexts', ...body }, 'writer')
  }

  describe('by their label alone', () => {
    test('get the years that it means when the record is made and changed', async () => {
      const made = await dig.post(
        '/api/record/contexts',
        { core: { ctx_no: 'N1', chrono_label: 'c4l BCE' } },
        'writer',
      )
      const { id } = made.json<{ id: number }>()
      expect(await yearsOf(id)).toEqual([-325, -301, 'c4l BCE'])
      await save(id, { chrono_label: '?/c2 CE' })
      expect(await yearsOf(id)).toEqual([null, 200, '?/c2 CE'])
      await save(id, { chrono_label: '?' })
      expect(await yearsOf(id)).toEqual([null, null, '?'])
    })

    test('that is no date keep the years they have, and so do those whose label goes', async () => {
      await save(1, { chrono_label: 'c1 CE' })
      await save(1, { chrono_label: 'before the flood' })
      expect(await yearsOf(1)).toEqual([1, 100, 'before the flood'])
      await save(1, { chrono_label: '' })
      expect(await yearsOf(1)).toEqual([1, 100, null])
    })

    test('get them when many records are changed at once', async () => {
      const edit = { ids: [2, 3], core: { chrono_label: '-50/20' } }
      expect((await dig.patch('/api/records/contexts', edit, 'writer')).json()).toMatchObject({ updated: 2 })
      expect([await yearsOf(2), await yearsOf(3)]).toEqual([
        [-50, 20, '-50/20'],
        [-50, 20, '-50/20'],
      ])
    })

    test('get them by an import, new ones and known ones', async () => {
      const mapping = { no: 'ctx_no', date: 'chrono_label', type: 'ctx_type' }
      const file = 'no,date,type\nC4,c2 CE/?,fill\nI1,325 BCE,cut\nI2,,cut\nI3,some day,cut\nC3,,layer\n'
      const reply = await importRows(file, { mapping, key_field: 'ctx_no', mode: 'upsert' })
      expect(reply.json(), reply.body).toMatchObject({ inserted: 3, updated: 2 })
      expect([await yearsOf(4), await yearsOf(3)]).toEqual([
        [101, null, 'c2 CE/?'],
        [-50, 20, null],
      ])
      const { data } = (
        await dig.get('/api/records/contexts?filter[ctx_no][_starts_with]=I', 'reader')
      ).json()
      const years = data.map((row: Record<string, unknown>) => [
        row['chrono_from'],
        row['chrono_to'],
        row['chrono_label'],
      ])
      expect(years).toEqual([
        [-325, -325, '325 BCE'],
        [null, null, null],
        [null, null, 'some day'],
      ])
    })

    test('get them when the label alone comes back from a version', async () => {
      await save(5, { chrono_label: 'c1 BCE' })
      await save(5, { chrono_label: 'c3 CE', chrono_from: 7, chrono_to: 8 })
      const { versions } = (await dig.get('/api/record/contexts/5/versions', 'admin')).json()
      const body = { fields: ['chrono_label'] }
      expect((await dig.post(`/api/version/${versions[0].id}/restore`, body, 'admin')).statusCode).toBe(200)
      expect(await yearsOf(5)).toEqual([-100, -1, 'c1 BCE'])
    })
  })

  test('with years beside the label keep these', async () => {
    await save(6, { chrono_label: 'c1 CE', chrono_from: 40 })
    expect(await yearsOf(6)).toEqual([40, null, 'c1 CE'])
    const mapping = { no: 'ctx_no', date: 'chrono_label', until: 'chrono_to' }
    await importRows('no,date,until\nC6,c2 CE,60\n', { mapping, key_field: 'ctx_no', mode: 'update' })
    expect(await yearsOf(6)).toEqual([40, 60, 'c2 CE'])
  })

  test('have years only where the table has a chronology', async () => {
    const reply = await dig.post(
      '/api/record/finds',
      { core: { inv_no: 'X', chrono_label: 'c1 CE' } },
      'writer',
    )
    expect(reply.json().code).toBe('unknown_field')
  })

  describe('that end before they begin', () => {
    const refused = { field: 'chrono_from', rule: 'chrono_range', tb: 'contexts' }

    test('are refused on every way, beside everything else that is wrong', async () => {
      const core = { ctx_no: '', chrono_from: 5, chrono_to: 1, chrono_certainty: 4 }
      const made = (await dig.post('/api/record/contexts', { core }, 'writer')).json()
      expect(made.errors).toMatchObject([
        { field: 'ctx_no', rule: 'required' },
        refused,
        { field: 'chrono_certainty', rule: 'chrono_range' },
      ])
      await save(1, { chrono_from: 1, chrono_to: 100 })
      expect((await save(1, { chrono_to: -1 })).json().errors).toMatchObject([refused])
      const bulk = await dig.patch(
        '/api/records/contexts',
        { ids: [1, 2], core: { chrono_from: 90 } },
        'writer',
      )
      expect(bulk.json().errors).toMatchObject([{ ...refused, record: 2 }])
      const mapping = { no: 'ctx_no', from: 'chrono_from', sure: 'chrono_certainty' }
      const imported = await importRows('no,from,sure\nC1,101,9\nZ,1,1\n', { mapping, key_field: 'ctx_no' })
      expect(imported.json().errors).toMatchObject([
        { ...refused, row: 1 },
        { field: 'chrono_certainty', rule: 'chrono_range', row: 1 },
      ])
      expect(await yearsOf(1)).toEqual([1, 100, null])
    })

    test('do not come about by bringing one year back from a version, and come back where they were', async () => {
      await save(3, { chrono_from: 500, chrono_to: 600 })
      await save(3, { chrono_from: -20, chrono_to: -10 })
      const { versions } = (await dig.get('/api/record/contexts/3/versions', 'admin')).json()
      const restore = (body: object) => dig.post(`/api/version/${versions[0].id}/restore`, body, 'admin')
      const reply = await restore({ fields: ['chrono_from'] })
      expect([reply.statusCode, reply.json().errors]).toMatchObject([422, [refused]])
      expect((await yearsOf(3)).slice(0, 2)).toEqual([-20, -10])
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_before_contexts" SET "chrono_to" = 400 WHERE "id" = ${versions[0].id}`),
      )
      expect((await restore({})).statusCode).toBe(200)
      expect((await yearsOf(3)).slice(0, 2)).toEqual([500, 400])
    })
  })
})
