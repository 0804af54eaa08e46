import { indexName } from '../physical-names.js'
import type { Migration } from './migration.js'

const name = 'sys_once'

/** Logins under way at an identity provider, and tickets for downloads, wait where every node finds them. */
export const once: Migration = {
  name: '0005_once',
  title: 'Logins and downloads under way are known to every server of the service',
  async up(tx) {
    if (await tx.schema.shapeOf(name)) return
    await tx.schema.createTable(
      name,
      [
        { name: 'key', type: 'TEXT', notNull: true },
        { name: 'content', type: 'TEXT', notNull: true },
        { name: 'expires_at', type: 'INTEGER', notNull: true },
      ],
      [],
    )
    await tx.schema.createIndex(indexName(name, 'key'), name, ['key'], true)
    await tx.schema.createIndex(indexName(name, 'expires_at'), name, ['expires_at'], false)
  },
}
