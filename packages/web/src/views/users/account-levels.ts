import { type PrivilegeValue, privileges } from '@trowel/contract/privileges.js'

/** The levels that a table can have for a person, the strongest first. */
export const tableLevels = [
  privileges.writer,
  privileges.self_writer,
  privileges.reader,
  privileges.waiting,
] as const

export const isLevel = (level: number): level is PrivilegeValue =>
  Object.values<number>(privileges).includes(level)
