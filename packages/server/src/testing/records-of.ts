import { expect } from 'vitest'
import type { Dig, Role } from './open-dig.js'
import { versionsIn } from './versions.js'

let code = 0

/** What tests do with the records of a dig, which is open by then. */
export const recordsOf = (dig: () => Dig) => ({
  /** A context number that no other test uses. */
  fresh: (): string => `W${++code}`,
  row: async (table: string, id: number) => {
    const reply = await dig().get(`/api/record/${table}/${id}`, 'super_admin')
    const core: Record<string, { val: unknown }> = reply.json().core
    return Object.fromEntries(Object.entries(core).map(([name, cell]) => [name, cell.val]))
  },
  versions: (table: string, id: number) =>
    versionsIn(dig()).then((all) => all.filter(({ tb, rowid }) => tb === table && rowid === id)),
  create: async (core: Record<string, unknown>, plugins?: unknown, as: Role = 'writer') => {
    const reply = await dig().post('/api/record/contexts', { core, ...(plugins ? { plugins } : {}) }, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json<{ id: number; plugins: Record<string, { inserted: number[] }> }>()
  },
})
