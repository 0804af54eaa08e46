import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Crashed, NoSuchPage, Waiting } from './components/states.js'
import { administrationRoutes } from './routes/administration.js'
import { application } from './routes/application.js'
import { entranceRoutes } from './routes/entrance.js'
import { ownRoutes } from './routes/own.js'
import { recordRoutes } from './routes/records.js'
import { root } from './routes/root.js'
import { studyRoutes } from './routes/study.js'
import { workRoutes } from './routes/work.js'

const routes = root.addChildren([
  ...entranceRoutes,
  application.addChildren([
    ...ownRoutes,
    ...recordRoutes,
    ...studyRoutes,
    ...workRoutes,
    ...administrationRoutes,
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
