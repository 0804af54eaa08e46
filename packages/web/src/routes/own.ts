import { createRoute } from '@tanstack/react-router'
import { welcomeQueries } from '../queries/service.js'
import { application } from './application.js'
import { firstView, view } from './view.js'

const home = createRoute({
  getParentRoute: () => application,
  path: '/',
  // The text stands above all else: it comes with the page, so that nothing moves.
  loader: ({ context: { queries }, params: { app } }) => queries.prefetchQuery(welcomeQueries.text(app)),
  component: firstView(() => import('../views/home/home.js'), 'Home'),
})

const profile = createRoute({
  getParentRoute: () => application,
  path: 'profile',
  component: view(() => import('../views/profile/profile.js'), 'Profile'),
})

/** Where a user arrives, and what is about himself. */
export const ownRoutes = [home, profile] as const
