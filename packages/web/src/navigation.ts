import { type AnyRoute, useRouter } from '@tanstack/react-router'
import type { IconName } from './components/icon.js'
import type english from './locales/en.json'

export const sections = ['study', 'work', 'administration'] as const
type Section = (typeof sections)[number]

/** What the menu and the command palette show of a view; it stands in the `staticData` of its route. */
export interface MenuEntry {
  /** The path below `/app/{application}/`; also the key of its title in the language files. */
  readonly path: keyof (typeof english)['navigation']
  readonly icon: IconName
  readonly section: Section
  /** The weakest level that may use it. */
  readonly level: number
  /** Only where some table has it. */
  readonly needs?: 'rs' | 'fuzzy_date' | 'geodata'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly menu?: MenuEntry
  }
}

/** The views of the menu, in the order of the routes. */
export function useMenuEntries(): readonly MenuEntry[] {
  const routes: readonly AnyRoute[] = Object.values(useRouter().routesById)
  return routes.flatMap(({ options }) => options.staticData?.menu ?? [])
}
