import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { engines } from '../../testing/open-dig.js'
import { encryptKey } from './library-key.js'
import { type Bibliography, openBibliography } from './testing/open-bibliography.js'

const apiKey = 'KeyOfBefore7'

describe.each(engines)(
  'the key of a library that was encrypted before its application had a salt (%s)',
  (engine) => {
    let bibliography: Bibliography
    beforeAll(async () => {
      bibliography = await openBibliography(engine)
    })
    afterAll(() => bibliography.close())
    beforeEach(async () => {
      await bibliography.beginAnew()
      const { dig, libId } = bibliography
      bibliography.library.apiKey = apiKey
      const application = { name: 'dig', keySalt: undefined }
      const stored = encryptKey(dig.services.secrets, { application, type: 'group', refmanId: '501' }, apiKey)
      expect(stored).toMatch(/^v1\./)
      await dig.application.db.write((tx) =>
        tx.run(sql`UPDATE "sys_refman_libs" SET "api_key" = ${stored} WHERE "id" = ${libId}`),
      )
    })

    const stored = async () =>
      (
        await bibliography.dig.application.db.quick.get<{ key: string }>(
          sql`SELECT "api_key" AS "key" FROM "sys_refman_libs" WHERE "id" = ${bibliography.libId}`,
        )
      )?.key
    const keyThatIsSent = () => bibliography.manager.requests.at(-1)?.headers['zotero-api-key']

    test('opens the library as before', async () => {
      const { dig } = bibliography
      expect((await dig.get('/api/refman/libs', 'admin')).json().libs).toMatchObject([{ has_api_key: true }])
      await bibliography.cite(1, 'AAAAAAA2')
      expect(keyThatIsSent()).toBe(apiKey)
    })

    test('is encrypted anew when the library is changed', async () => {
      const { dig, libId } = bibliography
      const changed = await dig.patch(`/api/refman/lib/${libId}`, { name: 'Renamed' }, 'admin')
      expect(changed.statusCode, changed.body).toBe(200)
      expect(await stored()).toMatch(/^v2\./)
      await bibliography.cite(1, 'AAAAAAA2')
      expect(keyThatIsSent()).toBe(apiKey)
    })

    test('is encrypted anew when the library is asked for news', async () => {
      await bibliography.cite(1, 'AAAAAAA2')
      expect(await stored()).toMatch(/^v1\./)
      const synced = await bibliography.dig.post('/api/refman/sync/finds/1', undefined, 'writer')
      expect(synced.statusCode, synced.body).toBe(200)
      expect(await stored()).toMatch(/^v2\./)
      expect(keyThatIsSent()).toBe(apiKey)
    })
  },
)
