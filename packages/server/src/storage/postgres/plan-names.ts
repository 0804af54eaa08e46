import type { PoolClient } from 'pg'

/** A connection keeps the plans of all statements that it ran under a name. */
export const maxPlanNames = 2000

const names = new Map<string, string>()
let given = 0
let generation = 0
const generations = new WeakMap<PoolClient, number>()

/**
 * The name under which the server keeps the prepared statement. After so many different ones all are
 * forgotten: what is asked for often soon has a name and a plan again, and the others take no room.
 */
export function planName(client: PoolClient, text: string): string {
  if (!generations.has(client)) generations.set(client, generation)
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= maxPlanNames) {
    names.clear()
    generation++
  }
  // Never given twice: an older connection has another statement under it.
  const name = `t${++given}`
  names.set(text, name)
  return name
}

/** The plan under its name fits no longer. */
export const forgetPlanName = (text: string): boolean => names.delete(text)

/** Whether the connection keeps plans whose names are forgotten: only closing it takes them away. */
export const hasForgottenPlans = (client: PoolClient): boolean =>
  (generations.get(client) ?? generation) !== generation
