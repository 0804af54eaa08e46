import { privileges } from '@trowel/contract/privileges.js'
import type english from './locales/en.json'
import type { IconName } from './parts/icon.js'

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
  readonly needs?: 'rs' | 'fuzzy_date'
}

/** In the order of the menu. */
export const places: readonly Place[] = [
  { path: 'files', icon: 'picture', section: 'work', level: privileges.reader },
  { path: 'vocabularies', icon: 'vocabulary', section: 'work', level: privileges.reader },
  { path: 'history', icon: 'history', section: 'work', level: privileges.reader },
  { path: 'deleted', icon: 'bin', section: 'work', level: privileges.reader },
]
