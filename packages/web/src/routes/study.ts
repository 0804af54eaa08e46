import { createRoute } from '@tanstack/react-router'
import { assemblagesIn } from '../views/assemblages/assemblages-address.js'
import { chartsIn } from '../views/charts/charts-address.js'
import { mapIn } from '../views/map/map-address.js'
import { matrixIn } from '../views/matrix/matrix-address.js'
import { timelineIn } from '../views/timeline/timeline-address.js'
import { application } from './application.js'
import { view } from './view.js'

const map = createRoute({
  getParentRoute: () => application,
  path: 'map',
  validateSearch: mapIn,
  component: view(() => import('../views/map/map.js'), 'MapView'),
})

const matrix = createRoute({
  getParentRoute: () => application,
  path: 'matrix',
  validateSearch: matrixIn,
  component: view(() => import('../views/matrix/matrix.js'), 'Matrix'),
})

const timeline = createRoute({
  getParentRoute: () => application,
  path: 'timeline',
  validateSearch: timelineIn,
  component: view(() => import('../views/timeline/timeline.js'), 'Timeline'),
})

const charts = createRoute({
  getParentRoute: () => application,
  path: 'charts',
  validateSearch: chartsIn,
  component: view(() => import('../views/charts/charts.js'), 'Charts'),
})

const assemblages = createRoute({
  getParentRoute: () => application,
  path: 'assemblages',
  validateSearch: assemblagesIn,
  component: view(() => import('../views/assemblages/assemblages.js'), 'Assemblages'),
})

/** Views in which records are studied together. */
export const studyRoutes = [map, matrix, timeline, charts, assemblages] as const
