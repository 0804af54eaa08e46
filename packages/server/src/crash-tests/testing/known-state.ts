/** What a context says: all that a version of it keeps. */
export interface Content {
  readonly notes: string | null
  readonly count_of: number | null
  /** Litres by the laboratory's number, which no other sample has. */
  readonly samples: Readonly<Record<string, number | null>>
}

export interface KnownContext extends Content {
  readonly versions: number
  /** What its newest version keeps. */
  readonly before: Content | null
}

/** A context that was deleted: its newest version keeps it, and what hung from it. */
export interface GoneContext {
  readonly versions: number
  readonly kept: Content
  readonly relations: readonly string[]
  readonly links: readonly string[]
}

/** What one client knows to be stored of all that he wrote; contexts go by their number. */
export interface KnownState {
  readonly contexts: Readonly<Record<string, KnownContext>>
  readonly gone: Readonly<Record<string, GoneContext>>
  /** `first|code|second`, sorted. */
  readonly relations: readonly string[]
  /** `one|two`, sorted. */
  readonly links: readonly string[]
}

export const nothingKnown: KnownState = { contexts: {}, gone: {}, relations: [], links: [] }

/** One change of the state, which is stored whole or not at all. */
export type Step = (state: KnownState) => KnownState

export const contentOf = ({ notes, count_of, samples }: Content): Content => ({ notes, count_of, samples })

/** The two contexts that a relation or a link joins. */
export function endsOf(joined: string): readonly [string, string] {
  const parts = joined.split('|')
  return [parts[0] ?? '', parts.at(-1) ?? '']
}

const touches = (name: string) => (joined: string) => endsOf(joined).includes(name)
const sorted = (list: readonly string[]): string[] => [...list].sort()

const without = <T>(entries: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name))

export const created =
  (name: string, content: Content): Step =>
  (state) => ({
    ...state,
    contexts: { ...state.contexts, [name]: { ...content, versions: 0, before: null } },
  })

/** Every context that `change` makes different gets a version of what it was. */
export const changed =
  (change: (content: Content, name: string) => Partial<Content>): Step =>
  (state) => ({
    ...state,
    contexts: Object.fromEntries(
      Object.entries(state.contexts).map(([name, context]) => {
        const before = contentOf(context)
        const after = { ...before, ...change(before, name) }
        if (JSON.stringify(after) === JSON.stringify(before)) return [name, context]
        return [name, { ...after, versions: context.versions + 1, before }]
      }),
    ),
  })

export const changedOne = (name: string, change: (content: Content) => Partial<Content>): Step =>
  changed((content, each) => (each === name ? change(content) : {}))

/** Deleted in one transaction: each of them keeps what it hung on, the others of them included. */
export const deleted =
  (...names: readonly string[]): Step =>
  (state) => {
    const found = names.filter((name) => name in state.contexts)
    const gone = found.map((name) => {
      const { versions, ...context } = state.contexts[name] as KnownContext
      const hangs = touches(name)
      const kept = {
        versions: versions + 1,
        kept: contentOf(context),
        relations: state.relations.filter(hangs),
        links: state.links.filter(hangs),
      }
      return [name, kept] as const
    })
    const isLeft = (joined: string) => !endsOf(joined).some((end) => found.includes(end))
    return {
      contexts: found.reduce<KnownState['contexts']>(without, state.contexts),
      gone: { ...state.gone, ...Object.fromEntries(gone) },
      relations: state.relations.filter(isLeft),
      links: state.links.filter(isLeft),
    }
  }

/** A context that was deleted is there again, with what joins it to those that are there. */
export const broughtBack =
  (name: string): Step =>
  (state) => {
    const gone = state.gone[name]
    if (!gone) return state
    const contexts = {
      ...state.contexts,
      [name]: { ...gone.kept, versions: gone.versions, before: gone.kept },
    }
    const isWhole = (joined: string) => endsOf(joined).every((end) => end in contexts)
    return {
      contexts,
      gone: without(state.gone, name),
      relations: sorted([...state.relations, ...gone.relations.filter(isWhole)]),
      links: sorted([...state.links, ...gone.links.filter(isWhole)]),
    }
  }

export const joined =
  (kind: 'relations' | 'links', key: string): Step =>
  (state) => ({ ...state, [kind]: sorted([...state[kind], key]) })

export const parted =
  (kind: 'relations' | 'links', key: string): Step =>
  (state) => ({ ...state, [kind]: state[kind].filter((each) => each !== key) })

/** The oldest of those that are gone are no longer watched. */
export function forgetOldest(state: KnownState, most: number): KnownState {
  return { ...state, gone: Object.fromEntries(Object.entries(state.gone).slice(-most)) }
}
