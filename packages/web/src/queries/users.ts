import { queryOptions } from '@tanstack/react-query'
import { client } from '../core/session.js'

export const accounts = (app: string) =>
  queryOptions({ queryKey: [app, 'users'], queryFn: ({ signal }) => client.users.list({ signal }) })

/** @param id absent: the empty form of a new account */
export const accountForm = (app: string, id?: number) =>
  queryOptions({
    queryKey: [app, 'users', id ?? 'new', 'form'],
    queryFn: ({ signal }) =>
      id === undefined ? client.users.readNew({ signal }) : client.users.read(id, { signal }),
  })

export const overridesOf = (app: string, id: number) =>
  queryOptions({
    queryKey: [app, 'users', id, 'overrides'],
    queryFn: ({ signal }) => client.privileges.list(id, { signal }),
  })

export const effectiveRights = (app: string, id: number) =>
  queryOptions({
    queryKey: [app, 'users', id, 'effective'],
    queryFn: ({ signal }) => client.privileges.effective(id, { signal }),
  })
