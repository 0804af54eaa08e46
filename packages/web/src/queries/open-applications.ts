import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** The applications that one can log in to, with their identity providers. */
export const openApplications = queryOptions({
  queryKey: ['door', 'applications'],
  queryFn: ({ signal }) => client.auth.apps({ signal }),
})
