import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

/** Does the application wait to be brought up to date? */
export const upgradeStatus = (app: string) =>
  queryOptions({
    queryKey: [app, 'upgrade', 'status'],
    queryFn: ({ signal }) => client.upgrades.status({}, { signal }),
  })
