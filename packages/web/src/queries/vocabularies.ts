import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

export const vocabularyQueries = {
  all: (app: string) =>
    describeQuery({
      key: [app, 'vocabularies'],
      fetch: (signal) => client.vocabularies.list({ signal }),
      offline: true,
      madeOf: [{ of: 'vocabulary' }],
    }),

  /** Which fields take their values from a vocabulary, and how many rows use each of its items. */
  usages: (app: string, name: string) =>
    describeQuery({
      key: [app, 'vocabularies', 'usages', name],
      fetch: async (signal) =>
        (await client.vocabularies.usages({ counts: true, voc: name }, { signal })).usages[name] ?? [],
      offline: true,
      madeOf: [{ of: 'vocabulary' }, { of: 'record' }],
    }),

  /** Which fields take their values from vocabularies. */
  fields: (app: string) =>
    describeQuery({
      key: [app, 'vocabularies', 'fields'],
      fetch: (signal) => client.vocabularies.usages({}, { signal }),
      offline: true,
      madeOf: [{ of: 'vocabulary' }],
    }),

  /** In which rows a new name of an item would replace the old one. */
  renaming: (app: string, item: number, name: string) =>
    describeQuery({
      key: [app, 'vocabularies', 'carry', item, name],
      fetch: (signal) =>
        client.vocabularies.renameItem(item, { val: name, carry: true, preview: true }, { signal }),
      offline: false,
      madeOf: [{ of: 'vocabulary' }],
      staleTime: 0,
    }),

  /** Which rows use an item that is about to be deleted. */
  removal: (app: string, item: number) =>
    describeQuery({
      key: [app, 'vocabularies', 'used', item],
      fetch: (signal) => client.vocabularies.removeItem(item, { preview: true }, { signal }),
      offline: false,
      madeOf: [{ of: 'vocabulary' }],
      staleTime: 0,
    }),
}
