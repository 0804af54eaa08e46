/**
 * Settings as the service gives them: flags in many forms, numbers as text, lists with or without entries.
 */
export type Loose = Readonly<Record<string, unknown>>

/** What the records of a table can have besides fields and files. */
export const tableFeatures = ['rs', 'geodata', 'refman'] as const

export const textIn = (settings: Loose, key: string): string => {
  const value = settings[key]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export const flagIn = (settings: Loose, key: string): boolean =>
  [true, 1, '1', 'true'].some((yes) => yes === settings[key])

export const listIn = (settings: Loose, key: string): readonly string[] => {
  const value = settings[key]
  return Array.isArray(value) ? value.map(String) : []
}
