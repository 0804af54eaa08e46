import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { NetworkError } from '@trowel/client'
import { applicationInfo, tablesOf } from './app/application.js'
import { isConnected } from './app/connection.js'
import { listingIn, textIn as text } from './app/listing-address.js'
import { askOtherTabs } from './app/other-tabs.js'
import { closeLoginWindow, wishAfterProvider } from './app/provider-login.js'
import { wantSentences } from './app/sentences.js'
import { client, enter, enterFirst } from './app/session.js'
import { Crashed, NoSuchPage, Waiting } from './parts/states.js'
import { assemblagesIn } from './views/assemblages/assemblages-address.js'
import { chartsIn } from './views/charts/charts-address.js'
import { configurationIn, tableConfigurationIn } from './views/configuration/configuration-address.js'
import { deletedIn } from './views/deleted/deleted-address.js'
import { filesIn } from './views/files/files-address.js'
import { historyIn } from './views/history/history-address.js'
import { importIn } from './views/import/import-address.js'
import { fetchListingAhead } from './views/listing/fetch-ahead.js'
import { logIn } from './views/log/log-address.js'
import { loginIn } from './views/login/login-address.js'
import { mapIn } from './views/map/map-address.js'
import { matrixIn } from './views/matrix/matrix-address.js'
import { rememberedLayout } from './views/record/layout-choice.js'
import { recordIn } from './views/record/record-address.js'
import { isRecordId, recordQuery } from './views/record/record-query.js'
import { versionsIn } from './views/record/versions-address.js'
import { replaceIn } from './views/replace/replace-address.js'
import { templatesIn } from './views/templates/templates-address.js'
import { timelineIn } from './views/timeline/timeline-address.js'
import { vocabulariesIn } from './views/vocabularies/vocabularies-address.js'

/** A view that is fetched when it is first opened; without a connection it cannot be, which is no mistake of the client. */
const view: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw isConnected() ? error : new NetworkError(error)
      }),
    name,
  )

/** The same for a view that shows sentences of the service, which come with it. */
const tellingView: typeof lazyRouteComponent = (load, name) =>
  view(async () => {
    const [module] = await Promise.all([load(), wantSentences()])
    return module
  }, name)

/**
 * The table that a view will show, if it is known to be readable: then what is shown of it is fetched while the files of the view come,
 * or when somebody only seems about to go there.
 */
const knownTable = (queries: QueryClient, app: string, table: string) =>
  queries.getQueryData(tablesOf(app).queryKey)?.tables.find(({ name }) => name === table)

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
      if (!token)
        throw redirect({
          to: '/login',
          search: { app: text(app), refused: text(error), to: wishAfterProvider(app ?? '') },
          replace: true,
        })
      enterFirst(token)
      closeLoginWindow()
      const wish = wishAfterProvider(client.session.user?.app ?? '')
      if (wish) throw redirect({ href: wish, replace: true })
    }
    const { user } = client.session
    if (user) throw redirect({ to: '/app/$app', params: { app: user.app }, replace: true })
    throw redirect({ to: '/login', replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: loginIn,
  component: view(() => import('./views/login/login.js'), 'Login'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: view(() => import('./views/setup/setup.js'), 'Setup'),
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
  component: view(() => import('./shell/shell.js'), 'Shell'),
  notFoundComponent: NoSuchPage,
  errorComponent: Crashed,
})

const home = createRoute({
  getParentRoute: () => application,
  path: '/',
  component: view(() => import('./views/home/home.js'), 'Home'),
})

const listing = createRoute({
  getParentRoute: () => application,
  path: 'records/$table',
  validateSearch: listingIn,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, params: { app, table }, deps }) => {
    const known = knownTable(queries, app, table)
    if (known) void fetchListingAhead(queries, app, known, deps)
  },
  component: view(() => import('./views/listing/listing.js'), 'Listing'),
})

const record = createRoute({
  getParentRoute: () => application,
  path: 'record/$table/$id',
  validateSearch: recordIn,
  loaderDeps: ({ search: { template } }) => ({ template }),
  loader: ({ context: { queries }, params: { app, table, id }, deps: { template } }) => {
    if (isRecordId(id) && knownTable(queries, app, table))
      void queries.prefetchQuery(
        recordQuery(app, table, Number(id), template ?? rememberedLayout(app, table)),
      )
  },
  component: view(() => import('./views/record/record.js'), 'RecordView'),
})

const files = createRoute({
  getParentRoute: () => application,
  path: 'files',
  validateSearch: filesIn,
  component: view(() => import('./views/files/files.js'), 'Files'),
})

const vocabularies = createRoute({
  getParentRoute: () => application,
  path: 'vocabularies',
  validateSearch: vocabulariesIn,
  component: view(() => import('./views/vocabularies/vocabularies.js'), 'Vocabularies'),
})

const versions = createRoute({
  getParentRoute: () => application,
  path: 'record/$table/$id/versions',
  validateSearch: versionsIn,
  component: view(() => import('./views/record/versions.js'), 'Versions'),
})

const history = createRoute({
  getParentRoute: () => application,
  path: 'history',
  validateSearch: historyIn,
  component: view(() => import('./views/history/history.js'), 'History'),
})

const deleted = createRoute({
  getParentRoute: () => application,
  path: 'deleted',
  validateSearch: deletedIn,
  component: view(() => import('./views/deleted/deleted.js'), 'Deleted'),
})

const matrix = createRoute({
  getParentRoute: () => application,
  path: 'matrix',
  validateSearch: matrixIn,
  component: view(() => import('./views/matrix/matrix.js'), 'Matrix'),
})

const people = createRoute({
  getParentRoute: () => application,
  path: 'users',
  component: view(() => import('./views/users/users.js'), 'Users'),
})

const newPerson = createRoute({
  getParentRoute: () => application,
  path: 'users/new',
  component: view(() => import('./views/users/new-person.js'), 'NewPerson'),
})

const person = createRoute({
  getParentRoute: () => application,
  path: 'users/$person',
  component: view(() => import('./views/users/person.js'), 'Person'),
})

const profile = createRoute({
  getParentRoute: () => application,
  path: 'profile',
  component: view(() => import('./views/profile/profile.js'), 'Profile'),
})

const keys = createRoute({
  getParentRoute: () => application,
  path: 'keys',
  component: view(() => import('./views/keys/keys.js'), 'Keys'),
})

const backups = createRoute({
  getParentRoute: () => application,
  path: 'backups',
  component: view(() => import('./views/backups/backups.js'), 'Backups'),
})

const log = createRoute({
  getParentRoute: () => application,
  path: 'log',
  validateSearch: logIn,
  component: tellingView(() => import('./views/log/log.js'), 'Log'),
})

const sql = createRoute({
  getParentRoute: () => application,
  path: 'sql',
  component: view(() => import('./views/sql/sql.js'), 'Sql'),
})

const upgrade = createRoute({
  getParentRoute: () => application,
  path: 'upgrade',
  component: tellingView(() => import('./views/upgrade/upgrade.js'), 'Upgrade'),
})

const map = createRoute({
  getParentRoute: () => application,
  path: 'map',
  validateSearch: mapIn,
  component: view(() => import('./views/map/map.js'), 'MapView'),
})

const configuration = createRoute({
  getParentRoute: () => application,
  path: 'configuration',
  validateSearch: configurationIn,
  component: tellingView(() => import('./views/configuration/configuration.js'), 'Configuration'),
})

const tableConfiguration = createRoute({
  getParentRoute: () => application,
  path: 'configuration/$table',
  validateSearch: tableConfigurationIn,
  component: view(() => import('./views/configuration/table-page.js'), 'TableConfiguration'),
})

const replace = createRoute({
  getParentRoute: () => application,
  path: 'replace',
  validateSearch: replaceIn,
  component: view(() => import('./views/replace/replace.js'), 'Replace'),
})

const libraries = createRoute({
  getParentRoute: () => application,
  path: 'libraries',
  component: view(() => import('./views/libraries/libraries.js'), 'Libraries'),
})

const timeline = createRoute({
  getParentRoute: () => application,
  path: 'timeline',
  validateSearch: timelineIn,
  component: view(() => import('./views/timeline/timeline.js'), 'Timeline'),
})

const charts = createRoute({
  getParentRoute: () => application,
  path: 'charts',
  validateSearch: chartsIn,
  component: view(() => import('./views/charts/charts.js'), 'Charts'),
})

const importing = createRoute({
  getParentRoute: () => application,
  path: 'import',
  validateSearch: importIn,
  component: tellingView(() => import('./views/import/import.js'), 'Import'),
})

const templates = createRoute({
  getParentRoute: () => application,
  path: 'templates',
  validateSearch: templatesIn,
  component: view(() => import('./views/templates/templates.js'), 'Templates'),
})

const layout = createRoute({
  getParentRoute: () => application,
  path: 'templates/$table/$layout',
  component: view(() => import('./views/templates/layout-editor.js'), 'LayoutEditor'),
})

const assemblages = createRoute({
  getParentRoute: () => application,
  path: 'assemblages',
  validateSearch: assemblagesIn,
  component: view(() => import('./views/assemblages/assemblages.js'), 'Assemblages'),
})

const routes = root.addChildren([
  front,
  login,
  setup,
  application.addChildren([
    assemblages,
    templates,
    layout,
    charts,
    timeline,
    matrix,
    home,
    listing,
    record,
    files,
    versions,
    history,
    deleted,
    vocabularies,
    people,
    newPerson,
    person,
    profile,
    keys,
    backups,
    log,
    sql,
    upgrade,
    map,
    configuration,
    tableConfiguration,
    replace,
    libraries,
    importing,
  ]),
])

export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: routes,
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NoSuchPage,
    defaultErrorComponent: Crashed,
    // As long as grey lines take to come.
    defaultPendingComponent: Waiting,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
