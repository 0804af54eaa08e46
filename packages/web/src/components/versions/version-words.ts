import type { TFunction } from 'i18next'

/** What a version was kept for, or that a record was made. */
const operations = ['insert', 'update', 'delete', 'restore'] as const

export function operationText(t: TFunction, operation: string): string {
  const known = operations.find((one) => one === operation)
  return known ? t(`versions.operations.${known}`) : operation
}

/** Who did it, by name. */
export const personText = (
  t: TFunction,
  { userid, user_name }: { userid: number; user_name: string | null },
): string => user_name ?? t(userid === 0 ? 'versions.program' : 'versions.goneAccount')

/** "21 Nov 2026, 17:40" */
export const momentText = (time: string, language: string): string =>
  new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
