import type { ProjectPicture } from '@trowel/contract/welcome.js'
import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

/** A login, a new application or a restore changes these answers: they are not kept for the next visit. */
const door = { offline: false, madeOf: [], gcTime: 0 }

/** What is asked before anybody has logged in. */
export const entranceQueries = {
  /** The applications that one can log in to, with their identity providers. */
  applications: () =>
    describeQuery({
      key: ['entrance', 'applications'],
      fetch: (signal) => client.auth.apps({ signal }),
      ...door,
    }),

  /** May an application be made here? */
  setup: () =>
    describeQuery({
      key: ['entrance', 'setup'],
      fetch: (signal) => client.newApp.status({ signal }),
      ...door,
    }),

  login: () =>
    describeQuery({
      key: ['entrance', 'login'],
      fetch: async (signal) => {
        const [{ apps }, wizard] = await Promise.all([
          client.auth.apps({ signal }),
          client.newApp.status({ signal }),
        ])
        return { apps, wizard }
      },
      ...door,
    }),
}

export const backupQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'backups'],
      fetch: (signal) => client.backups.list({ signal }),
      offline: false,
      madeOf: [{ of: 'backup' }],
    }),
}

export const logQueries = {
  /** @param language of the page, in which the words of a search are understood */
  page: (app: string, query: Parameters<typeof client.logs.list>[0], language: string) =>
    describeQuery({
      key: [app, 'log', query, language],
      fetch: (signal) => client.logs.list(query, { signal }),
      offline: false,
      madeOf: [{ of: 'log' }],
      staleTime: 0,
    }),
}

/** Does the application wait to be brought up to date? */
export const upgradeQueries = {
  status: (app: string) =>
    describeQuery({
      key: [app, 'upgrade', 'status'],
      fetch: (signal) => client.upgrades.status({}, { signal }),
      offline: false,
      madeOf: [{ of: 'migration' }],
    }),

  steps: (app: string) =>
    describeQuery({
      key: [app, 'upgrade', 'steps'],
      fetch: (signal) => client.upgrades.migrations({ signal }),
      offline: false,
      madeOf: [{ of: 'migration' }],
    }),
}

/** What people read when they come in. */
export const welcomeQueries = {
  text: (app: string) =>
    describeQuery({
      key: [app, 'welcome'],
      fetch: (signal) => client.welcome.read({ signal }),
      offline: true,
      madeOf: [{ of: 'welcome' }],
    }),

  /** A picture of the project, under the name that tells it from those before. */
  picture: (app: string, picture: ProjectPicture, name: string | null, w?: 800 | 1600) =>
    describeQuery({
      key: [app, 'picture', picture, name, w],
      fetch: async (signal) => {
        const file = await client.welcome.picture(picture, { w }).fetch({ signal })
        return file.blob()
      },
      offline: true,
      madeOf: [],
      enabled: name !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
}
