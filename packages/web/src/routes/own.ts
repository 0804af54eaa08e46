import { createRoute } from '@tanstack/react-router'
import { application } from './application.js'
import { firstView, view } from './view.js'

const home = createRoute({
  getParentRoute: () => application,
  path: '/',
  component: firstView(() => import('../views/home/home.js'), 'Home'),
})

const profile = createRoute({
  getParentRoute: () => application,
  path: 'profile',
  component: view(() => import('../views/profile/profile.js'), 'Profile'),
})

/** Where a user arrives, and what is about himself. */
export const ownRoutes = [home, profile] as const
