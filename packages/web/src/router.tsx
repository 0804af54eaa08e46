import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { applicationInfo, tablesOf } from './app/application.js'
import { type ListingSearch, listingIn, textIn as text } from './app/listing-address.js'
import { askOtherTabs } from './app/other-tabs.js'
import { client, enter } from './app/session.js'
import { Crashed, NoSuchPage } from './parts/states.js'
import { Shell } from './shell/shell.js'
import { deletedIn } from './views/deleted/deleted-address.js'
import { filesIn } from './views/files/files-address.js'
import { historyIn } from './views/history/history-address.js'
import { versionsIn } from './views/record/versions-address.js'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NoSuchPage,
  errorComponent: Crashed,
})

const front = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    // An identity provider leads back to this address, with what it answered behind a hash.
    const answered = /^#\/oauth-callback\?(.*)$/.exec(window.location.hash)
    if (answered) {
      const { token, app, error } = Object.fromEntries(new URLSearchParams(answered[1]))
      if (token) enter(token)
      else throw redirect({ to: '/login', search: { app: text(app), refused: text(error) }, replace: true })
    }
    const { user } = client.session
    if (user) throw redirect({ to: '/app/$app', params: { app: user.app }, replace: true })
    throw redirect({ to: '/login', replace: true })
  },
})

interface LoginSearch {
  /** Which application the form starts with. */
  readonly app?: string | undefined
  /** Where the person wanted to go. */
  readonly to?: string | undefined
  /** Why an identity provider did not let the person in. */
  readonly refused?: string | undefined
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): LoginSearch => ({
    app: text(search['app']),
    to: text(search['to']),
    refused: text(search['refused']),
  }),
  component: lazyRouteComponent(() => import('./views/login/login.js'), 'Login'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./views/setup/setup.js'), 'Setup'),
})

const application = createRoute({
  getParentRoute: () => root,
  path: '/app/$app',
  beforeLoad: async ({ params: { app }, location }) => {
    if (client.session.user?.app === app) return
    const token = await askOtherTabs(app)
    if (token) enter(token)
    else throw redirect({ to: '/login', search: { app, to: location.href } })
  },
  loader: ({ context: { queries }, params: { app } }) =>
    Promise.all([queries.ensureQueryData(applicationInfo(app)), queries.ensureQueryData(tablesOf(app))]),
  component: Shell,
  errorComponent: Crashed,
})

const home = createRoute({
  getParentRoute: () => application,
  path: '/',
  component: lazyRouteComponent(() => import('./views/home/home.js'), 'Home'),
})

const listing = createRoute({
  getParentRoute: () => application,
  path: 'records/$table',
  validateSearch: listingIn,
  component: lazyRouteComponent(() => import('./views/listing/listing.js'), 'Listing'),
})

interface RecordSearch extends ListingSearch {
  /** Which place the record has in the listing that it was opened from, counted from 0. */
  readonly at?: number | undefined
  /** The layout in which it is shown. */
  readonly template?: string | undefined
}

const record = createRoute({
  getParentRoute: () => application,
  path: 'record/$table/$id',
  validateSearch: (search): RecordSearch => ({
    ...listingIn(search),
    at: Number.isSafeInteger(search['at']) ? (search['at'] as number) : undefined,
    template: text(search['template']),
  }),
  component: lazyRouteComponent(() => import('./views/record/record.js'), 'RecordView'),
})

const files = createRoute({
  getParentRoute: () => application,
  path: 'files',
  validateSearch: filesIn,
  component: lazyRouteComponent(() => import('./views/files/files.js'), 'Files'),
})

interface VocabulariesSearch {
  /** The vocabulary that is shown. */
  readonly name?: string | undefined
}

const vocabularies = createRoute({
  getParentRoute: () => application,
  path: 'vocabularies',
  validateSearch: (search): VocabulariesSearch => ({ name: text(search['name']) }),
  component: lazyRouteComponent(() => import('./views/vocabularies/vocabularies.js'), 'Vocabularies'),
})

const versions = createRoute({
  getParentRoute: () => application,
  path: 'record/$table/$id/versions',
  validateSearch: versionsIn,
  component: lazyRouteComponent(() => import('./views/record/versions.js'), 'Versions'),
})

const history = createRoute({
  getParentRoute: () => application,
  path: 'history',
  validateSearch: historyIn,
  component: lazyRouteComponent(() => import('./views/history/history.js'), 'History'),
})

const deleted = createRoute({
  getParentRoute: () => application,
  path: 'deleted',
  validateSearch: deletedIn,
  component: lazyRouteComponent(() => import('./views/deleted/deleted.js'), 'Deleted'),
})

const routes = root.addChildren([
  front,
  login,
  setup,
  application.addChildren([home, listing, record, files, versions, history, deleted, vocabularies]),
])

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NoSuchPage,
    defaultErrorComponent: Crashed,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
