import { indexName } from '../physical-names.js'
import type { Step } from './migration.js'

const name = 'sys_once'

/** Logins under way at an identity provider, and tickets for downloads, wait where every node finds them. */
export const once: Step = {
  name: '0005_once',
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
    await tx.schema.createIndex(indexName(name, 'key'), name, ['key'], 'unique')
    await tx.schema.createIndex(indexName(name, 'expires_at'), name, ['expires_at'], 'whole')
  },
}
