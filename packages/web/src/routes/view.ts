import { lazyRouteComponent } from '@tanstack/react-router'
import { NetworkError } from '@trowel/client'
import { isConnected } from '../core/connection.js'
import { wantAllWords } from '../core/i18n.js'
import { wantMessages } from '../core/messages.js'
import type { MenuEntry } from '../navigation.js'

/**
 * What is fetched when it is first opened; without a connection it cannot be, which is no mistake of the
 * client.
 */
export const firstView: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw isConnected() ? error : new NetworkError(error)
      }),
    name,
  )

/** The same for a view that is none of the first: the words that those do without come with it. */
export const view: typeof lazyRouteComponent = (load, name) =>
  firstView(async () => {
    const [module] = await Promise.all([load(), wantAllWords()])
    return module
  }, name)

/** The same for a view that shows sentences of the service, which come with it. */
export const viewWithMessages: typeof lazyRouteComponent = (load, name) =>
  view(async () => {
    const [module] = await Promise.all([load(), wantMessages()])
    return module
  }, name)

/** The path of a view that the menu and the command palette offer, and what they show of it. */
export const inMenu = <Path extends MenuEntry['path']>(path: Path, entry: Omit<MenuEntry, 'path'>) => ({
  path,
  staticData: { menu: { path, ...entry } },
})
