import { createRoute } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { applicationQueries } from '../core/application.js'
import { keepingPast } from '../core/past.js'
import { assemblagesIn } from '../views/assemblages/assemblages-address.js'
import { chartsIn } from '../views/charts/charts-address.js'
import { mapIn } from '../views/map/map-address.js'
import { matrixIn } from '../views/matrix/matrix-address.js'
import { layoutOf } from '../views/matrix/use-layout.js'
import { timelineIn } from '../views/timeline/timeline-address.js'
import { application } from './application.js'
import { inMenu, view } from './view.js'

const map = createRoute({
  getParentRoute: () => application,
  ...inMenu('map', { icon: 'map', section: 'study', level: privileges.reader, needs: 'geodata' }),
  validateSearch: mapIn,
  search: keepingPast,
  component: view(() => import('../views/map/map.js'), 'MapView'),
})

const matrix = createRoute({
  getParentRoute: () => application,
  ...inMenu('matrix', { icon: 'matrix', section: 'study', level: privileges.reader, needs: 'rs' }),
  validateSearch: matrixIn,
  search: keepingPast,
  loaderDeps: ({ search }) => search,
  // The drawing is laid out while the files of the view come.
  loader: ({ context: { queries }, params: { app }, deps: { table, ...search } }) => {
    const prefetch = async () => {
      const { tables } = await queries.ensureQueryData(applicationQueries.tables(app))
      const stratified = tables.filter(({ rs }) => rs)
      const shown = stratified.find(({ name }) => name === table) ?? stratified[0]
      if (shown) await queries.prefetchQuery(layoutOf(app, shown.name, search))
    }
    // What fails is asked, and said, by the view.
    prefetch().catch(() => undefined)
  },
  component: view(() => import('../views/matrix/matrix.js'), 'Matrix'),
})

const timeline = createRoute({
  getParentRoute: () => application,
  ...inMenu('timeline', {
    icon: 'timeline',
    section: 'study',
    level: privileges.reader,
    needs: 'fuzzy_date',
  }),
  validateSearch: timelineIn,
  search: keepingPast,
  component: view(() => import('../views/timeline/timeline.js'), 'Timeline'),
})

const charts = createRoute({
  getParentRoute: () => application,
  ...inMenu('charts', { icon: 'chart', section: 'study', level: privileges.reader }),
  validateSearch: chartsIn,
  search: keepingPast,
  component: view(() => import('../views/charts/charts.js'), 'Charts'),
})

const assemblages = createRoute({
  getParentRoute: () => application,
  ...inMenu('assemblages', { icon: 'assemblage', section: 'study', level: privileges.reader }),
  validateSearch: assemblagesIn,
  component: view(() => import('../views/assemblages/assemblages.js'), 'Assemblages'),
})

/** Views in which records are studied together. */
export const studyRoutes = [map, matrix, timeline, charts, assemblages] as const
