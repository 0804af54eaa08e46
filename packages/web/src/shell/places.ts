import { privileges } from '@trowel/contract/privileges.js'
import type { IconName } from '../parts/icon.js'

export const sections = ['study', 'work', 'administration'] as const
export type Section = (typeof sections)[number]

/** A view that the menu, the command palette and the router know. */
export interface Place {
  /** Below `/app/{application}/`; also the key of its name in the language files. */
  readonly path: string
  readonly icon: IconName
  readonly section: Section
  /** The weakest level that may use it. */
  readonly level: number
  /** Only where some table has it. */
  readonly needs?: 'rs' | 'fuzzy_date'
}

const { super_admin, admin, writer, reader } = privileges

export const places = [
  { path: 'matrix', icon: 'matrix', section: 'study', level: reader, needs: 'rs' },
  { path: 'map', icon: 'map', section: 'study', level: reader },
  { path: 'timeline', icon: 'timeline', section: 'study', level: reader, needs: 'fuzzy_date' },
  { path: 'charts', icon: 'chart', section: 'study', level: reader },
  { path: 'assemblages', icon: 'assemblage', section: 'study', level: reader },
  { path: 'files', icon: 'picture', section: 'work', level: reader },
  { path: 'import', icon: 'import', section: 'work', level: writer },
  { path: 'vocabularies', icon: 'vocabulary', section: 'work', level: reader },
  { path: 'replace', icon: 'replace', section: 'work', level: super_admin },
  { path: 'history', icon: 'history', section: 'work', level: reader },
  { path: 'deleted', icon: 'bin', section: 'work', level: reader },
  { path: 'users', icon: 'people', section: 'administration', level: admin },
  { path: 'keys', icon: 'key', section: 'administration', level: admin },
  { path: 'libraries', icon: 'book', section: 'administration', level: admin },
  { path: 'configuration', icon: 'settings', section: 'administration', level: super_admin },
  { path: 'templates', icon: 'template', section: 'administration', level: super_admin },
  { path: 'backups', icon: 'backup', section: 'administration', level: admin },
  { path: 'log', icon: 'log', section: 'administration', level: admin },
  { path: 'sql', icon: 'terminal', section: 'administration', level: super_admin },
] as const satisfies readonly Place[]
