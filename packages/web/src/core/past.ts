import { useSearch } from '@tanstack/react-router'

/** An earlier state of the application: the id of a change set, or a moment in ISO 8601. */
export type AsOf = number | string

/** Of what a view tells: the records of a table, or one of them; without a table those of all tables. */
export interface PastOf {
  readonly table?: string | undefined
  readonly record?: number | undefined
}

/** What an address holds of it; nothing for now. */
export interface PastSearch {
  readonly as_of?: AsOf | undefined
}

const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/

/** Reads the part of an address that names a state. What cannot be read has no key: links may add it. */
export function pastIn({ as_of }: Record<string, unknown>): PastSearch {
  if (typeof as_of === 'string' && moment.test(as_of)) return { as_of }
  const set = Number(as_of)
  return Number.isSafeInteger(set) && set > 0 ? { as_of: set } : {}
}

/** The state that is looked at; nothing for now. */
export const useAsOf = (): AsOf | undefined =>
  useSearch({ strict: false, select: (search) => pastIn({ ...search }).as_of })

/**
 * For routes of views that can show earlier states: a link to them that says nothing of it leads to the state
 * that is looked at. One with `as_of: undefined` leads back to now, and so does every other view.
 */
export const keepingPast = {
  middlewares: [
    <Found extends PastSearch>({
      search,
      next,
    }: {
      search: PastSearch
      next: (search: Found) => Found
    }): Found => {
      const found = next(search as Found)
      return 'as_of' in found || search.as_of === undefined ? found : { ...found, as_of: search.as_of }
    },
  ],
}
