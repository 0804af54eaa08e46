import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Crashed, NoSuchPage } from '../components/states.js'

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NoSuchPage,
  errorComponent: Crashed,
})
