import type { Content, GoneContext, KnownContext, KnownState } from './known-state.js'
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

interface Core {
  readonly id: number
  readonly ctx_no: string
  readonly notes: string | null
  readonly count_of: number | null
}

interface Sample {
  readonly id: number
  readonly id_link: number
  readonly lab: string | null
  readonly litres: number | null
}

interface Relation {
  readonly id: number
  readonly first: number
  readonly relation: number
  readonly second: number
}

interface Link {
  readonly id: number
  readonly id_one: number
  readonly id_two: number
}

interface Kept {
  readonly core: Core
  readonly plugins: { readonly samples: readonly Sample[] }
  readonly related?: { readonly rs?: readonly Relation[]; readonly manual_links?: readonly Link[] }
}

/** What is stored of the clients whose numbers begin with one of `prefixes`, by prefix. */
export async function readKnownStates(
  data: StoredData,
  prefixes: readonly string[],
): Promise<Map<string, ReadState>> {
  const cores = await data.rows<Core>('SELECT id, ctx_no, notes, count_of FROM contexts ORDER BY id')
  const samples = await data.rows<Sample>('SELECT id, id_link, lab, litres FROM samples ORDER BY id')
  const relations = await data.rows<Relation>('SELECT id, first, relation, second FROM sys_rs ORDER BY id')
  const links = await data.rows<Link>('SELECT id, id_one, id_two FROM sys_userlinks ORDER BY id')
  const versions = await data.rows<{ rowid: number; n: number; content: string }>(
    `SELECT v."rowid", g.n, v.content FROM (SELECT max(id) AS newest, count(*) AS n FROM sys_versions
      WHERE tb = 'contexts' GROUP BY "rowid") g JOIN sys_versions v ON v.id = g.newest ORDER BY v.id`,
  )
  const kept = new Map(
    versions.map(({ rowid, n, content }) => [rowid, { n, ...(JSON.parse(content) as Kept) }]),
  )
  const names = new Map([...kept].map(([id, { core }]) => [id, core.ctx_no]))
  for (const { id, ctx_no } of cores) names.set(id, ctx_no)
  const name = (id: number): string => names.get(id) ?? `nothing with id ${id}`
  const relationKey = ({ first, relation, second }: Relation) => `${name(first)}|${relation}|${name(second)}`
  const linkKey = ({ id_one, id_two }: Link) => `${name(id_one)}|${name(id_two)}`

  const samplesOf = (contextId: number) => samples.filter(({ id_link }) => id_link === contextId)

  const byPrefix = prefixes.map((prefix): [string, ReadState] => {
    const isOwn = (text: string) => text.startsWith(prefix)
    const own = cores.filter(({ ctx_no }) => isOwn(ctx_no))
    const ownRelations = relations.filter((each) => isOwn(relationKey(each)))
    const ownLinks = links.filter((each) => isOwn(linkKey(each)))
    const contexts = own.map((core): [string, KnownContext] => {
      const version = kept.get(core.id)
      const content = contentOf(core, samplesOf(core.id))
      const before = version ? contentOf(version.core, version.plugins.samples) : null
      return [core.ctx_no, { ...content, versions: version?.n ?? 0, before }]
    })
    const there = new Set(own.map(({ id }) => id))
    const gone = [...kept]
      .filter(([id, { core }]) => isOwn(core.ctx_no) && !there.has(id))
      .map(([, { n, core, plugins, related }]): [string, GoneContext] => [
        core.ctx_no,
        {
          versions: n,
          kept: contentOf(core, plugins.samples),
          relations: (related?.rs ?? []).map(relationKey).sort(),
          links: (related?.manual_links ?? []).map(linkKey).sort(),
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

const contentOf = ({ notes, count_of }: Core, samples: readonly Sample[]): Content => ({
  notes,
  count_of,
  samples: Object.fromEntries(samples.map(({ lab, litres }) => [String(lab), litres])),
})
