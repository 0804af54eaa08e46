import { type PrivilegeName, privilegeName, privileges } from '@trowel/contract/privileges.js'

/** For help texts: `1 super_admin, 10 admin …`. */
export const levelList = Object.entries(privileges)
  .map(([name, level]) => `${level} ${name}`)
  .join(', ')

/**
 * A level as people give it: its number or its name. What is neither stays as it is, for the service to
 * refuse.
 */
export function levelOf(given: string): number | string {
  const name = given.trim().toLowerCase().replaceAll('-', '_')
  if (Object.hasOwn(privileges, name)) return privileges[name as PrivilegeName]
  return /^\d+$/.test(name) ? Number(name) : given
}

export const levelText = (level: number): string => `${level} ${privilegeName(level)}`

/** A moment in storage as people read it. */
export const momentText = (milliseconds: number | null): string =>
  milliseconds === null ? '-' : new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')
