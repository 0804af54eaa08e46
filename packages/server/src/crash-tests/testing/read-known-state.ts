import type { Content, GoneContext, KnownContext, KnownState } from './known-state.js'
import {
  readVersions,
  type StoredContext,
  type StoredLink,
  type StoredRelation,
  type StoredSample,
  type StoredVersion,
} from './read-versions.js'
import type { StoredData } from './stored-data.js'

/** The ids behind the names of a known state. */
export interface KnownIds {
  readonly contexts: Map<string, number>
  /** By the laboratory's number. */
  readonly samples: Map<string, number>
  readonly relations: Map<string, number>
  readonly links: Map<string, number>
}

export interface ReadState {
  readonly state: KnownState
  readonly ids: KnownIds
}

/** What is stored of the clients whose numbers begin with one of `prefixes`, by prefix. */
export async function readKnownStates(
  data: StoredData,
  prefixes: readonly string[],
): Promise<Map<string, ReadState>> {
  const cores = await data.rows<StoredContext>('SELECT id, ctx_no, notes, count_of FROM contexts ORDER BY id')
  const samples = await data.rows<StoredSample>('SELECT id, id_link, lab, litres FROM samples ORDER BY id')
  const relations = await data.rows<StoredRelation>(
    'SELECT id, first, relation, second FROM sys_rs ORDER BY id',
  )
  const links = await data.rows<StoredLink>('SELECT id, id_one, id_two FROM sys_userlinks ORDER BY id')
  const kept = new Map<number, StoredVersion & { readonly n: number }>()
  for (const version of await readVersions(data))
    kept.set(version.rowid, { ...version, n: (kept.get(version.rowid)?.n ?? 0) + 1 })
  const names = new Map([...kept].map(([id, { core }]) => [id, core.ctx_no]))
  for (const { id, ctx_no } of cores) names.set(id, ctx_no)
  const name = (id: number): string => names.get(id) ?? `nothing with id ${id}`
  const relationKey = ({ first, relation, second }: StoredRelation) =>
    `${name(first)}|${relation}|${name(second)}`
  const linkKey = ({ id_one, id_two }: StoredLink) => `${name(id_one)}|${name(id_two)}`

  const samplesOf = (contextId: number) => samples.filter(({ id_link }) => id_link === contextId)

  const byPrefix = prefixes.map((prefix): [string, ReadState] => {
    const isOwn = (text: string) => text.startsWith(prefix)
    const own = cores.filter(({ ctx_no }) => isOwn(ctx_no))
    const ownRelations = relations.filter((each) => isOwn(relationKey(each)))
    const ownLinks = links.filter((each) => isOwn(linkKey(each)))
    const contexts = own.map((core): [string, KnownContext] => {
      const version = kept.get(core.id)
      const content = contentOf(core, samplesOf(core.id))
      const before = version ? contentOf(version.core, version.samples) : null
      return [core.ctx_no, { ...content, versions: version?.n ?? 0, before }]
    })
    const there = new Set(own.map(({ id }) => id))
    const gone = [...kept]
      .filter(([id, { core }]) => isOwn(core.ctx_no) && !there.has(id))
      .map(([, { n, core, samples: own, relations: taken, links: alongside }]): [string, GoneContext] => [
        core.ctx_no,
        {
          versions: n,
          kept: contentOf(core, own),
          relations: taken.map(relationKey).sort(),
          links: alongside.map(linkKey).sort(),
        },
      ])
    const state = {
      contexts: Object.fromEntries(contexts),
      gone: Object.fromEntries(gone),
      relations: ownRelations.map(relationKey).sort(),
      links: ownLinks.map(linkKey).sort(),
    }
    const ids = {
      contexts: new Map([...names].filter(([, each]) => isOwn(each)).map(([id, each]) => [each, id])),
      samples: new Map(own.flatMap((core) => samplesOf(core.id)).map(({ id, lab }) => [String(lab), id])),
      relations: new Map(ownRelations.map((each) => [relationKey(each), each.id])),
      links: new Map(ownLinks.map((each) => [linkKey(each), each.id])),
    }
    return [prefix, { state, ids }]
  })
  return new Map(byPrefix)
}

const contentOf = ({ notes, count_of }: StoredContext, samples: readonly StoredSample[]): Content => ({
  notes,
  count_of,
  samples: Object.fromEntries(samples.map(({ lab, litres }) => [String(lab), litres])),
})
