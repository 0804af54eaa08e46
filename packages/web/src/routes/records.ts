import type { QueryClient } from '@tanstack/react-query'
import { createRoute } from '@tanstack/react-router'
import { applicationQueries } from '../core/application.js'
import { listingIn } from '../core/listing-address.js'
import { keepingPast } from '../core/past.js'
import { recordQueries } from '../queries/records.js'
import { fetchListingAhead } from '../views/listing/fetch-ahead.js'
import { savedLayout } from '../views/record/layout-choice.js'
import { recordIn } from '../views/record/record-address.js'
import { isRecordId } from '../views/record/record-id.js'
import { versionsIn } from '../views/record/versions-address.js'
import { application } from './application.js'
import { view, viewWithMessages } from './view.js'

/**
 * The table that a view will show, if it is known to be readable: then what is shown of it is fetched while
 * the files of the view come, or when a user only seems about to go there.
 */
const knownTable = (queries: QueryClient, app: string, table: string) =>
  queries.getQueryData(applicationQueries.tables(app).queryKey)?.tables.find(({ name }) => name === table)

const listing = createRoute({
  getParentRoute: () => application,
  path: 'records/$table',
  validateSearch: listingIn,
  search: keepingPast,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queries }, params: { app, table }, deps }) => {
    const known = knownTable(queries, app, table)
    if (known) void fetchListingAhead(queries, app, known, deps)
  },
  component: view(() => import('../views/listing/listing.js'), 'Listing'),
})

const record = createRoute({
  getParentRoute: () => application,
  path: 'record/$table/$id',
  validateSearch: recordIn,
  search: keepingPast,
  loaderDeps: ({ search: { template, as_of } }) => ({ template, as_of }),
  loader: ({ context: { queries }, params: { app, table, id }, deps: { template, as_of } }) => {
    if (isRecordId(id) && knownTable(queries, app, table))
      void queries.prefetchQuery(
        recordQueries.one(app, table, Number(id), template ?? savedLayout(app, table), as_of),
      )
  },
  component: viewWithMessages(() => import('../views/record/record.js'), 'RecordView'),
})

const versions = createRoute({
  getParentRoute: () => application,
  path: 'record/$table/$id/versions',
  validateSearch: versionsIn,
  component: viewWithMessages(() => import('../views/record/versions.js'), 'Versions'),
})

/** Records: their lists, one of them, and how it was before. */
export const recordRoutes = [listing, record, versions] as const
