import { privileges } from '@trowel/contract/privileges.js'
import type { IconName } from './components/icon.js'
import type english from './locales/en.json'

export const sections = ['study', 'work', 'administration'] as const
export type Section = (typeof sections)[number]

/** A view that the menu, the command palette and the router know. */
export interface Place {
  /** Below `/app/{application}/`; also the key of its name in the language files. */
  readonly path: keyof (typeof english)['places']
  readonly icon: IconName
  readonly section: Section
  /** The weakest level that may use it. */
  readonly level: number
  /** Only where some table has it. */
  readonly needs?: 'rs' | 'fuzzy_date' | 'geodata'
}

/** In the order of the menu. */
export const places: readonly Place[] = [
  { path: 'map', icon: 'map', section: 'study', level: privileges.reader, needs: 'geodata' },
  { path: 'matrix', icon: 'matrix', section: 'study', level: privileges.reader, needs: 'rs' },
  { path: 'timeline', icon: 'timeline', section: 'study', level: privileges.reader, needs: 'fuzzy_date' },
  { path: 'charts', icon: 'chart', section: 'study', level: privileges.reader },
  { path: 'assemblages', icon: 'assemblage', section: 'study', level: privileges.reader },
  { path: 'files', icon: 'picture', section: 'work', level: privileges.reader },
  { path: 'import', icon: 'import', section: 'work', level: privileges.writer },
  { path: 'vocabularies', icon: 'vocabulary', section: 'work', level: privileges.reader },
  { path: 'history', icon: 'history', section: 'work', level: privileges.reader },
  { path: 'deleted', icon: 'bin', section: 'work', level: privileges.reader },
  { path: 'users', icon: 'people', section: 'administration', level: privileges.admin },
  { path: 'keys', icon: 'key', section: 'administration', level: privileges.admin },
  { path: 'backups', icon: 'backup', section: 'administration', level: privileges.admin },
  { path: 'log', icon: 'log', section: 'administration', level: privileges.admin },
  { path: 'sql', icon: 'terminal', section: 'administration', level: privileges.super_admin },
  { path: 'configuration', icon: 'settings', section: 'administration', level: privileges.super_admin },
  { path: 'replace', icon: 'replace', section: 'administration', level: privileges.super_admin },
  { path: 'libraries', icon: 'book', section: 'administration', level: privileges.admin },
  { path: 'templates', icon: 'template', section: 'administration', level: privileges.super_admin },
]
