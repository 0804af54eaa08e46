import { createRoute, redirect } from '@tanstack/react-router'
import { Crashed, NoSuchPage } from '../components/states.js'
import { applicationQueries } from '../core/application.js'
import { askOtherTabs } from '../core/other-tabs.js'
import { preferenceQueries } from '../core/preferences.js'
import { client, enter } from '../core/session.js'
import { root } from './root.js'
import { firstView } from './view.js'

/** One application, for the user who is logged in to it; all that is shown of it lies below. */
export const application = createRoute({
  getParentRoute: () => root,
  path: '/app/$app',
  beforeLoad: async ({ params: { app }, location }) => {
    if (client.session.user?.app === app) return
    const token = await askOtherTabs(app)
    if (token) enter(token)
    else throw redirect({ to: '/login', search: { app, to: location.href } })
  },
  loader: ({ context: { queries }, params: { app } }) =>
    Promise.all([
      queries.ensureQueryData(applicationQueries.info(app)),
      queries.ensureQueryData(applicationQueries.tables(app)),
      // The menu stands still when they are there with it; without them it stands as well.
      queries.prefetchQuery(preferenceQueries.all(app)),
    ]),
  component: firstView(() => import('../shell/shell.js'), 'Shell'),
  notFoundComponent: NoSuchPage,
  errorComponent: Crashed,
})
