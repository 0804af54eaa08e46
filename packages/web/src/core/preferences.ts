import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { NetworkError } from '@trowel/client'
import { thingLists } from '@trowel/contract/model/thing-lists.js'
import type { Preferences, Thing, ThingName } from '@trowel/contract/preferences.js'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { isConnected, onConnection } from './connection.js'
import { mergedList } from './merged-list.js'
import { drop, findOffline, keep } from './offline-store.js'
import { describeQuery } from './query.js'
import { client } from './session.js'

export const preferenceQueries = {
  /** What this person keeps at hand, with what it is called. */
  all: (app: string) =>
    describeQuery({
      key: [app, 'preferences'],
      fetch: async (signal) => (await client.preferences.read({ signal })).preferences,
      offline: true,
      madeOf: [
        { of: 'user' },
        { of: 'configuration' },
        { of: 'record' },
        { of: 'saved_query' },
        { of: 'chart' },
      ],
      staleTime: 5 * 60_000,
    }),
}

const nothing: Preferences = { favourites: [], pins: [], recents: [], folded: [] }

type Changes = Partial<Preferences>

/** Lists that were changed, and what each of them was before: another window may change them, too. */
interface Unsent {
  readonly lists: Changes
  readonly before: Changes
}

/** What was changed in this tab and is not known to the service yet, by application and person. */
const unsent = new Map<string, Unsent>()
const ownerIn = (app: string): string => `${app}/${client.session.user?.id}`
const listeners = new Set<() => void>()
const none: Unsent = { lists: {}, before: {} }
const unsentIn = (app: string): Unsent => unsent.get(ownerIn(app)) ?? none
/** Under this name it waits on the machine for a connection. */
const draft = 'preferences'

function setUnsent(app: string, changes: Unsent): void {
  const isEmpty = Object.keys(changes.lists).length === 0
  if (isEmpty) unsent.delete(ownerIn(app))
  else unsent.set(ownerIn(app), changes)
  const person = client.session.user
  if (person?.app === app)
    void (isEmpty ? drop('drafts', person, draft) : keep('drafts', person, draft, changes))
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What this person keeps at hand; as it was last known, without a connection. */
export function usePreferences(): Preferences {
  const { app } = useParams({ from: '/app/$app' })
  const { data } = useQuery(preferenceQueries.all(app))
  const own = useSyncExternalStore(subscribe, () => unsentIn(app))
  return { ...nothing, ...data, ...own.lists }
}

/** How long a change waits for others that follow it. Milliseconds. */
const soon = 400
const later = 8_000
let timer: ReturnType<typeof setTimeout> | undefined
let due = Number.POSITIVE_INFINITY

/** Sends what was changed, after a while; what is due earlier is not put off. */
function sendWithin(patience: number, app: string, queries: QueryClient): void {
  const at = performance.now() + patience
  if (at > due) return
  due = at
  clearTimeout(timer)
  timer = setTimeout(() => void send(app, queries), patience)
}

async function send(app: string, queries: QueryClient): Promise<void> {
  clearTimeout(timer)
  due = Number.POSITIVE_INFINITY
  const sent = unsentIn(app)
  if (sent === none || client.session.user?.app !== app) return
  try {
    const now = (await client.preferences.read()).preferences
    const { preferences } = await client.preferences.save(mergedWith(now, sent))
    queries.setQueryData(preferenceQueries.all(app).queryKey, preferences)
  } catch (error) {
    // It goes with the next connection. What the service refuses it would refuse again.
    if (error instanceof NetworkError) return
  }
  const isNewer = ([list, value]: [string, unknown]): boolean => Reflect.get(sent.lists, list) !== value
  const { lists, before } = unsentIn(app)
  const left = Object.entries(lists).filter(isNewer)
  setUnsent(app, {
    lists: Object.fromEntries(left),
    before: Object.fromEntries(left.map(([list]) => [list, Reflect.get({ ...before, ...sent.lists }, list)])),
  })
}

/** The lists as they are to be kept: what other windows changed of them meanwhile is in them, too. */
function mergedWith(now: Preferences, { lists, before }: Unsent): Changes {
  const things = (list: 'favourites' | 'pins' | 'recents', isNewestFirst = false) =>
    mergedList(lists[list] ?? [], before[list] ?? [], now[list], nameOf, isNewestFirst)
  const groups = mergedList(lists.folded ?? [], before.folded ?? [], now.folded, (group) => group)
  return {
    ...(lists.favourites && { favourites: things('favourites').slice(-thingLists.favourites) }),
    ...(lists.pins && { pins: things('pins').slice(-thingLists.pins) }),
    ...(lists.recents && { recents: things('recents', true).slice(0, thingLists.recents) }),
    ...(lists.folded && { folded: groups }),
  }
}

/** Changes what the person keeps: at once on the page, a little later in the service. */
function useChangePreferences(): (change: (now: Preferences) => Changes, patience?: number) => void {
  const { app } = useParams({ from: '/app/$app' })
  const queries = useQueryClient()
  return useCallback(
    (change, patience = soon) => {
      const known = queries.getQueryData(preferenceQueries.all(app).queryKey)
      const { lists, before } = unsentIn(app)
      const stored = { ...nothing, ...known }
      const changed = change({ ...stored, ...lists })
      const first = Object.keys(changed).map((list) => [list, Reflect.get(stored, list)])
      setUnsent(app, {
        lists: { ...lists, ...changed },
        before: { ...Object.fromEntries(first), ...before },
      })
      sendWithin(patience, app, queries)
    },
    [app, queries],
  )
}

/** While the application is open, what waits is sent as soon as that is possible. */
export function useSendingPreferences(): void {
  const { app } = useParams({ from: '/app/$app' })
  const queries = useQueryClient()
  useEffect(() => {
    const person = client.session.user
    const takeUp = async () => {
      const left = person && (await findOffline<Unsent>('drafts', person, draft))
      // Older clients kept the lists alone.
      if (left?.content.lists) {
        const { lists, before } = unsentIn(app)
        setUnsent(app, {
          lists: { ...left.content.lists, ...lists },
          before: { ...before, ...left.content.before },
        })
      }
      await send(app, queries)
    }
    void takeUp()
    const leaving = () => document.visibilityState === 'hidden' && void send(app, queries)
    document.addEventListener('visibilitychange', leaving)
    const ends = onConnection(() => isConnected() && void send(app, queries))
    return () => {
      document.removeEventListener('visibilitychange', leaving)
      ends()
    }
  }, [app, queries])
}

/** What tells a thing from all others. */
function nameOf(thing: ThingName): string {
  if (thing.kind === 'table') return `table ${thing.tb}`
  return thing.kind === 'record' ? `record ${thing.tb} ${thing.id}` : `${thing.kind} ${thing.id}`
}
const isSame = (one: ThingName, other: ThingName): boolean => nameOf(one) === nameOf(other)

/** Is a thing among the favourites, or among the pins of the home page; and the way to change that. */
export function useKept(list: 'favourites' | 'pins', thing: Thing) {
  const isKept = usePreferences()[list].some((one) => isSame(one, thing))
  const change = useChangePreferences()
  return {
    isKept,
    toggle: () =>
      change((now) => {
        const others = now[list].filter((one) => !isSame(one, thing))
        const isIn = others.length < now[list].length
        return { [list]: isIn ? others : [...others, thing].slice(-thingLists[list]) }
      }),
  }
}

/** Notes that a thing was opened, so that it is found again. */
export function useNoteOpened(thing: Thing | undefined): void {
  const change = useChangePreferences()
  const name = thing && nameOf(thing)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing
  useEffect(() => {
    if (!thing) return
    change(({ recents }) => {
      const others = recents.filter((one) => !isSame(one, thing))
      return { recents: [thing, ...others].slice(0, thingLists.recents) }
    }, later)
  }, [name])
}

/** Is a group of the menu folded, and the way to change that. */
export function useFolded(group: string) {
  const isFolded = usePreferences().folded.includes(group)
  const change = useChangePreferences()
  return {
    isFolded,
    toggle: () =>
      change(({ folded }) => {
        const others = folded.filter((one) => one !== group)
        return { folded: others.length < folded.length ? others : [...others, group] }
      }),
  }
}
