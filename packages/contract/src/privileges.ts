/**
 * The levels of power inside one application: the smaller the number, the more a person may do.
 * Only the six values are valid for a user.
 */
export const privileges = {
  super_admin: 1,
  admin: 10,
  writer: 20,
  self_writer: 25,
  reader: 30,
  waiting: 40,
} as const

export type PrivilegeName = keyof typeof privileges
export type PrivilegeValue = (typeof privileges)[PrivilegeName]

export const privilegeValues: readonly number[] = Object.values(privileges)

/** `writer` for 20; the number as text where it is none of the six. */
export function privilegeName(value: number): string {
  return Object.entries(privileges).find(([, level]) => level === value)?.[0] ?? String(value)
}
