import { describeQuery, type Source } from '../core/query.js'
import { client } from '../core/session.js'

const madeOf = (id: number): readonly Source[] => [{ of: 'user', id }]

/** People, and what they may do. */
export const userQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'users'],
      fetch: (signal) => client.users.list({ signal }),
      offline: false,
      madeOf: [{ of: 'user' }],
    }),

  /** @param id absent: the empty form of a new account */
  form: (app: string, id?: number) =>
    describeQuery({
      key: [app, 'users', id ?? 'new', 'form'],
      fetch: (signal) =>
        id === undefined ? client.users.readNew({ signal }) : client.users.read(id, { signal }),
      offline: false,
      madeOf: [{ of: 'user', id }],
    }),

  overrides: (app: string, id: number) =>
    describeQuery({
      key: [app, 'users', id, 'overrides'],
      fetch: (signal) => client.privileges.list(id, { signal }),
      offline: false,
      madeOf: madeOf(id),
    }),

  effective: (app: string, id: number) =>
    describeQuery({
      key: [app, 'users', id, 'effective'],
      fetch: (signal) => client.privileges.effective(id, { signal }),
      offline: false,
      madeOf: madeOf(id),
    }),

  /** What a person would see with an override. */
  preview: (app: string, id: number, override: Parameters<typeof client.privileges.preview>[1]) =>
    describeQuery({
      key: [app, 'users', id, 'preview', override],
      fetch: (signal) => client.privileges.preview(id, override, { signal }),
      offline: false,
      madeOf: madeOf(id),
    }),
}

export const keyQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'keys'],
      fetch: (signal) => client.apiKeys.list({ signal }),
      offline: false,
      madeOf: [{ of: 'key' }],
    }),
}
