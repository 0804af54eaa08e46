import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openService, type TestService } from '../testing/open-dig.js'
import { demoApplication, demoPassword, loadDemo } from './load-demo.js'

describe.each([...engines])('the literature of the invented excavation (%s)', (engine) => {
  let service: TestService
  let token: string
  beforeAll(async () => {
    // Whoever asked the network would be refused there.
    service = await openService(engine, { TROWEL_REFMAN_URL: 'http://127.0.0.1:9' })
    await loadDemo(service.services)
    const payload = { app: demoApplication, email: 'reader@trowel.example', password: demoPassword }
    token = (await service.server.inject({ method: 'POST', url: '/api/auth/login', payload })).json().token
  }, 180_000)
  afterAll(() => service.close())

  const get = (url: string) =>
    service.server.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })

  test('is cited by records, and shown without network', async () => {
    const { data } = (await get('/api/records/finds?filter[inv_no][_eq]=PF22-0008')).json()
    const { bibliography, schema } = (await get(`/api/record/finds/${data[0].id}`)).json()
    expect(schema.has_refman).toBe(true)
    expect(Object.values(bibliography)).toMatchObject([
      {
        author_year: 'Wörner 2016',
        pages: '221, type 7b',
        full_citation: expect.stringContaining('<i>Zeitschrift für erfundene Altertümer</i>'),
        detached: 0,
      },
    ])
  })

  test('leaves as a bibliography in every script', async () => {
    const { body } = await get('/api/refman/export/contexts?format=bibtex')
    for (const text of ['Dąbrowska', 'Παπαδημητρίου', 'حداد', 'Morikawa']) expect(body).toContain(text)
    expect((await get('/api/refman/export/sites?format=ris')).body.match(/^TY {2}- /gm)).toHaveLength(2)
  })
})
