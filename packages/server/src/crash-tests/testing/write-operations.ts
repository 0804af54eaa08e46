import { isDeepStrictEqual } from 'node:util'
import {
  broughtBack,
  changed,
  changedOne,
  contentOf,
  created,
  deleted,
  endsOf,
  joined,
  type KnownState,
  parted,
  type Step,
} from './known-state.js'
import type { KnownIds } from './read-known-state.js'
import type { Answer, Session } from './session.js'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
}

/** One thing that a client asks for. */
export interface Operation {
  readonly what: string
  /** May read first what it needs to know. */
  request(session: Session): Promise<Request>
  /** What it does to the state, transaction by transaction. */
  readonly steps: readonly Step[]
  /** Those of the steps that an answer acknowledges; all of them where it cannot tell. */
  acknowledged?(answer: Answer): readonly Step[]
  learn?(ids: KnownIds, answer: Answer): void
}

interface Situation {
  readonly state: KnownState
  readonly ids: KnownIds
  /** What was known before the last operation, if there was one since the service began. */
  readonly before: KnownState | undefined
  /** A text that is used once. */
  readonly mark: string
  readonly prefix: string
}

type MakeOperation = (situation: Situation) => Operation | undefined

const maxContexts = 25
const words = ['amber', 'antler', 'bone', 'flint', 'glass', 'iron slag', 'tessera', 'quernstone']

const below = (limit: number): number => Math.floor(Math.random() * limit)
const some = <T>(list: readonly T[], most: number): T[] =>
  list
    .map((each) => ({ each, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, most)
    .map(({ each }) => each)
const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
const names = (state: KnownState): string[] => Object.keys(state.contexts)
const ready = (request: Request) => () => Promise.resolve(request)

/** Notes name a season, which search and replace changes in all contexts at once. */
const notesOf = (prefix: string): string => `${prefix}season ${below(3)} ${some(words, 4).join(' ')}`

const create: MakeOperation = ({ state, mark, prefix }) => {
  if (names(state).length >= maxContexts) return undefined
  const core = { ctx_no: mark, notes: notesOf(prefix), count_of: below(1000) }
  const rows = Array.from({ length: below(4) }, (_, k) => ({ lab: `${mark}-${k}`, litres: below(50) }))
  const { ctx_no, ...content } = core
  return {
    what: 'create',
    request: ready({
      method: 'POST',
      path: '/api/record/contexts',
      body: { core, plugins: { samples: rows.map((fields) => ({ id: null, fields })) } },
    }),
    steps: [
      created(ctx_no, {
        ...content,
        samples: Object.fromEntries(rows.map(({ lab, litres }) => [lab, litres])),
      }),
    ],
    learn: (ids, { body }) => {
      ids.contexts.set(mark, body.id)
      rows.forEach(({ lab }, k) => {
        ids.samples.set(lab, body.plugins.samples.inserted[k])
      })
    },
  }
}

const update: MakeOperation = ({ state, ids, mark, prefix }) => {
  const name = oneOf(names(state))
  if (name === undefined) return undefined
  const core = { notes: notesOf(prefix), count_of: below(1000) }
  const [gone, more] = some(Object.keys(state.contexts[name]?.samples ?? {}), 2)
  const lab = `${mark}-0`
  const litres = 50 + below(50)
  const row = (each: string) => ids.samples.get(each)
  const samples = [
    { id: null, fields: { lab, litres } },
    ...(gone === undefined ? [] : [{ id: row(gone), _delete: true }]),
    ...(more === undefined ? [] : [{ id: row(more), fields: { litres } }]),
  ]
  return {
    what: 'update',
    request: ready({
      method: 'PATCH',
      path: `/api/record/contexts/${ids.contexts.get(name)}`,
      body: { core, plugins: { samples } },
    }),
    steps: [
      changedOne(name, (content) => {
        const rows = { ...content.samples, [lab]: litres, ...(more === undefined ? {} : { [more]: litres }) }
        return {
          ...core,
          samples: Object.fromEntries(Object.entries(rows).filter(([each]) => each !== gone)),
        }
      }),
    ],
    learn: (known, { body }) => known.samples.set(lab, body.plugins.samples.inserted[0]),
  }
}

const editMany: MakeOperation = ({ state, ids }) => {
  const chosen = some(names(state), 6)
  if (chosen.length < 2) return undefined
  const core = { count_of: 1000 + below(1_000_000) }
  return {
    what: 'edit of many',
    request: ready({
      method: 'PATCH',
      path: '/api/records/contexts',
      body: { ids: chosen.map((name) => ids.contexts.get(name)), core },
    }),
    steps: [changed((_, name) => (chosen.includes(name) ? core : {}))],
  }
}

const deleteOne: MakeOperation = ({ state, ids }) => {
  const name = oneOf(names(state))
  if (name === undefined || names(state).length < 6) return undefined
  return {
    what: 'delete',
    request: ready({ method: 'DELETE', path: `/api/record/contexts/${ids.contexts.get(name)}` }),
    steps: [deleted(name)],
  }
}

/** All that may go, in one transaction. */
const deleteMany: MakeOperation = ({ state, ids }) => {
  if (names(state).length < 9) return undefined
  const chosen = some(names(state), 3)
  return {
    what: 'delete of many',
    request: ready({
      method: 'DELETE',
      path: '/api/records/contexts',
      body: { ids: chosen.map((name) => ids.contexts.get(name)) },
    }),
    steps: [deleted(...chosen)],
    acknowledged: ({ body }) => {
      const failed = new Set((body.errors ?? []).map(({ id }: { id: number }) => id))
      return [deleted(...chosen.filter((name) => !failed.has(ids.contexts.get(name))))]
    },
  }
}

const deleteRows: MakeOperation = ({ state, ids }) => {
  const name = oneOf(names(state))
  if (name === undefined) return undefined
  return {
    what: 'delete of plugin rows',
    request: ready({ method: 'DELETE', path: `/api/record/contexts/${ids.contexts.get(name)}/plugins` }),
    steps: [changedOne(name, () => ({ samples: {} }))],
  }
}

const relate: MakeOperation = ({ state, ids }) => {
  const [first, second] = some(names(state), 2)
  if (first === undefined || second === undefined) return undefined
  const isTaken = state.relations.some((each) => [first, second].every((name) => endsOf(each).includes(name)))
  if (isTaken) return undefined
  const code = 1 + below(10)
  const key = `${first}|${code}|${second}`
  const body = {
    first: ids.contexts.get(first),
    relation: code,
    second: ids.contexts.get(second),
    force: true,
  }
  return {
    what: 'relation',
    request: ready({ method: 'POST', path: '/api/record/contexts/rs', body }),
    steps: [joined('relations', key)],
    learn: (known, answer) => known.relations.set(key, answer.body.id),
  }
}

const unrelate: MakeOperation = ({ state, ids }) => {
  const key = oneOf(state.relations)
  if (key === undefined || state.relations.length < 5) return undefined
  return {
    what: 'removal of a relation',
    request: ready({ method: 'DELETE', path: `/api/rs/${ids.relations.get(key)}` }),
    steps: [parted('relations', key)],
  }
}

const link: MakeOperation = ({ state, ids }) => {
  const [one, two] = some(names(state), 2)
  if (one === undefined || two === undefined) return undefined
  if (state.links.some((each) => [one, two].every((name) => endsOf(each).includes(name)))) return undefined
  const key = `${one}|${two}`
  const ends = {
    tb_one: 'contexts',
    id_one: ids.contexts.get(one),
    tb_two: 'contexts',
    id_two: ids.contexts.get(two),
  }
  return {
    what: 'manual link',
    request: ready({ method: 'POST', path: '/api/manual-link', body: ends }),
    steps: [joined('links', key)],
    learn: (known, answer) => known.links.set(key, answer.body.link.key),
  }
}

const unlink: MakeOperation = ({ state, ids }) => {
  const key = oneOf(state.links)
  if (key === undefined || state.links.length < 5) return undefined
  return {
    what: 'removal of a manual link',
    request: ready({ method: 'DELETE', path: `/api/manual-link/${ids.links.get(key)}` }),
    steps: [parted('links', key)],
  }
}

const replace: MakeOperation = ({ prefix }) => {
  const [search, replaced] = some([0, 1, 2], 2).map((season) => `${prefix}season ${season} `)
  if (search === undefined || replaced === undefined) return undefined
  return {
    what: 'search and replace',
    request: ready({
      method: 'POST',
      path: '/api/search-replace',
      body: { tb: 'contexts', fld: 'notes', search, replace: replaced },
    }),
    steps: [changed(({ notes }) => ({ notes: notes?.replaceAll(search, replaced) ?? null }))],
  }
}

/** The newest version of a context that is there; its samples come back under their old ids. */
const restore: MakeOperation = ({ state, ids }) => {
  const name = oneOf(names(state).filter((each) => state.contexts[each]?.before))
  const before = name === undefined ? undefined : state.contexts[name]?.before
  if (name === undefined || !before) return undefined
  return {
    what: 'restore',
    request: (session) =>
      restoreRequest(session, ids, ids.contexts.get(name), { restore_plugins: ['samples'] }),
    steps: [changedOne(name, () => before)],
  }
}

const bringBack: MakeOperation = ({ state, ids }) => {
  const name = oneOf(Object.keys(state.gone))
  const gone = name === undefined ? undefined : state.gone[name]
  // Relations and links would come back under new ids.
  if (name === undefined || !gone || gone.relations.length + gone.links.length > 0) return undefined
  return {
    what: 'restore of a deleted record',
    request: (session) => restoreRequest(session, ids, ids.contexts.get(name), {}),
    steps: [broughtBack(name)],
  }
}

/** Asks for the newest version of a context; the rows that it brings back get the ids that they had. */
async function restoreRequest(
  session: Session,
  ids: KnownIds,
  contextId: number | undefined,
  body: object,
): Promise<Request> {
  const { versions } = await session.must('GET', `/api/record/contexts/${contextId}/versions`)
  const { version } = await session.must('GET', `/api/version/${versions[0].id}`)
  for (const row of version.content.plugins.samples) ids.samples.set(row.lab, row.id)
  return { method: 'POST', path: `/api/version/${version.id}/restore`, body }
}

/** Two new contexts and two that are known, out of a file, in one transaction. */
const importRows: MakeOperation = ({ state, mark, prefix }) => {
  if (names(state).length + 2 > maxContexts) return undefined
  const made = [`${mark}-0`, `${mark}-1`]
  const rows = [...some(names(state), 2), ...made].map((ctx_no) => ({
    ctx_no,
    notes: notesOf(prefix),
    count_of: below(1000),
  }))
  return {
    what: 'import',
    request: (session) => importRequest(session, rows),
    steps: [
      (before) =>
        rows.reduce(
          (known, { ctx_no, ...content }) =>
            made.includes(ctx_no)
              ? created(ctx_no, { ...content, samples: {} })(known)
              : changedOne(ctx_no, () => content)(known),
          before,
        ),
    ],
    learn: (known, { body }) => {
      made.forEach((name, k) => {
        known.contexts.set(name, body.new_ids.first + k)
      })
    },
  }
}

/** Sends the file; the request runs its import. */
async function importRequest(session: Session, rows: readonly object[]): Promise<Request> {
  const form = new FormData()
  form.append('type', 'json')
  form.append('tb', 'contexts')
  form.append('file', new Blob([JSON.stringify(rows)]), 'contexts.json')
  const { status, body } = await session.upload('/api/import/preview-file', form)
  if (status !== 200) throw new Error(`The file was not taken: ${status} ${JSON.stringify(body)}`)
  const mapping = { ctx_no: 'ctx_no', notes: 'notes', count_of: 'count_of' }
  return {
    method: 'POST',
    path: '/api/import/data',
    body: { temp_id: body.temp_id, tb: 'contexts', mapping, key_field: 'ctx_no' },
  }
}

/** Of the last operation, if it changed what contexts say and nothing else. */
const undo: MakeOperation = ({ state, ids, before }) => {
  if (!before) return undefined
  const joinedAs = ({ contexts, relations, links }: KnownState) => [Object.keys(contexts), relations, links]
  if (!isDeepStrictEqual(joinedAs(state), joinedAs(before))) return undefined
  const was = new Map(Object.entries(before.contexts).map(([name, context]) => [name, contentOf(context)]))
  const touched = Object.entries(state.contexts).find(
    ([name, context]) => !isDeepStrictEqual(contentOf(context), was.get(name)),
  )
  if (!touched) return undefined
  return {
    what: 'undo',
    request: async (session) => {
      const record = `contexts:${ids.contexts.get(touched[0])}`
      const { data } = await session.must('GET', `/api/change-sets?record=${record}&per_page=1`)
      return { method: 'POST', path: `/api/change-set/${data[0].id}/undo`, body: {} }
    },
    steps: [changed((_, name) => was.get(name) ?? {})],
  }
}

/** Everything that a client does; what stands here twice is done more often. */
export const operations: readonly MakeOperation[] = [
  create,
  create,
  update,
  update,
  update,
  editMany,
  deleteOne,
  deleteMany,
  deleteRows,
  relate,
  relate,
  unrelate,
  link,
  link,
  unlink,
  replace,
  restore,
  bringBack,
  importRows,
  undo,
  undo,
  undo,
]
