import type { EngineName } from '../../../storage/storage.js'
import { inventedWork } from '../../../testing/invented-works.js'
import { type Dig, openDig, type Role } from '../../../testing/open-dig.js'
import { openStandIn, type StandIn, type StandInLibrary } from '../../../testing/reference-manager.js'

/** A dig whose people cite out of a library that a stand-in serves. */
export interface Bibliography {
  readonly dig: Dig
  readonly manager: StandIn
  /** `groups/501` of the stand-in, with the works AAAAAAA2 and AAAAAAA3. */
  readonly library: StandInLibrary
  /** Its id in the dig. */
  readonly libId: number
  /** Takes all libraries away, with their citations, and connects the library again as it was. */
  beginAnew(): Promise<void>
  /** Cites an item in a find, and answers the id of the citation. */
  cite(record: number, key: string, more?: object, as?: Role): Promise<number>
  /** The citations of a find. */
  linksOf(record: number): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export async function openBibliography(
  engine: EngineName,
  environment: Record<string, string> = {},
): Promise<Bibliography> {
  const manager = await openStandIn()
  const library = manager.library('groups/501')
  const dig = await openDig(engine, { TROWEL_REFMAN_URL: manager.address, ...environment })
  let libId = 0
  async function begin(): Promise<void> {
    manager.release()
    library.items.clear()
    library.version = 400
    for (const key of ['AAAAAAA2', 'AAAAAAA3']) library.items.set(key, inventedWork(key))
    const body = { type: 'group', refman_id: '501', name: 'Alento survey' }
    libId = (await dig.post('/api/refman/lib', body, 'admin')).json<{ id: number }>().id
  }
  await begin()
  return {
    dig,
    manager,
    library,
    get libId() {
      return libId
    },
    async beginAnew() {
      const { libs } = (await dig.get('/api/refman/libs', 'admin')).json<{ libs: { id: number }[] }>()
      for (const { id } of libs) await dig.delete(`/api/refman/lib/${id}`, undefined, 'admin')
      manager.requests.length = 0
      await begin()
    },
    async cite(record, key, more = {}, as = 'writer') {
      const body = { tb: 'finds', record_id: record, lib_id: libId, refman_key: key, ...more }
      const added = await dig.post('/api/refman/link', body, as)
      if (added.statusCode !== 200) throw new Error(added.body)
      return added.json<{ id: number }>().id
    },
    linksOf: async (record) =>
      (await dig.get(`/api/refman/links/finds/${record}`, 'reader')).json<{
        links: Record<string, unknown>[]
      }>().links,
    async close() {
      await dig.close()
      await manager.close()
    },
  }
}
