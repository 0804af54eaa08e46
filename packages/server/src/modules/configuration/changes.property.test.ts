import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue/load-catalogue.js'
import { drawnWithin, draws } from '../../testing/draws.js'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'

const as = 'super_admin'

/**
 * One request to the configuration; `{relation 3}` in the address is the third relation of the moment,
 * `{index 3}` likewise.
 */
type Step = readonly [method: 'post' | 'put' | 'patch' | 'delete', url: string, body?: unknown]

/** Those that are there at the beginning are meant more often. */
const table = fc.constantFrom('t0', 't0', 't1', 't1', 't2', 't2', 't3', 't4', 't0_radiocarbon')
const field = fc.constantFrom('f0', 'f0', 'f1', 'f1', 'f2', 'f3')
const column = fc.oneof(
  { weight: 6, arbitrary: field },
  { weight: 1, arbitrary: fc.constantFrom('id', 'creator', 'id_link') },
)
const target = fc.constantFrom('id', 'id', 'f0', 'f1')
const dbType = fc.constantFrom('INTEGER', 'INTEGER', 'TEXT', 'FLOAT', 'TIMESTAMP')
const policy = fc.constantFrom(undefined, 'CASCADE', 'SET NULL', 'NO ACTION')
const value = fc.constantFrom(1, 2, '1', 'x', '', null, 0.5, '2024-05-01')
const place = fc.nat(2)

const relation = fc.record({
  from_tb: table,
  from_col: column,
  to_tb: table,
  to_col: target,
  on_delete: policy,
  on_update: policy,
})

const definition = fc.oneof(
  fc.record({ type: fc.constant('text'), db_type: dbType }),
  fc.record({ type: fc.constant('select'), db_type: fc.constant('INTEGER'), id_from_tb: table }),
  fc.record({
    type: fc.constant('select'),
    get_values_from_tb: fc.tuple(table, field).map((ends) => ends.join(':')),
  }),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(table, fc.boolean(), table)
    .map(
      ([name, isPlugin, parent]): Step => [
        'post',
        '/api/config/tables',
        { name, label: name, ...(isPlugin ? { is_plugin: 1, plugin_of: parent } : {}) },
      ],
    ),
  fc.constantFrom('t2', 't3', 't4').map((name): Step => ['delete', `/api/config/table/${name}`]),
  fc.tuple(table, table).map(([from, to]): Step => ['patch', `/api/config/table/${from}`, { new_name: to }]),
  ...Array<fc.Arbitrary<Step>>(3).fill(
    fc
      .tuple(table, field, definition)
      .map(([name, fld, form]): Step => ['post', `/api/config/table/${name}/field`, { name: fld, ...form }]),
  ),
  fc
    .tuple(table, field, definition)
    .map(([name, fld, form]): Step => ['put', `/api/config/table/${name}/field/${fld}`, form]),
  fc
    .tuple(table, field, field)
    .map(([name, from, to]): Step => ['patch', `/api/config/table/${name}/field/${from}`, { new_name: to }]),
  fc.tuple(table, column).map(([name, fld]): Step => ['delete', `/api/config/table/${name}/field/${fld}`]),
  ...Array<fc.Arbitrary<Step>>(3).fill(relation.map((body): Step => ['post', '/api/config/relations', body])),
  fc
    .tuple(place, relation)
    .map(([at, body]): Step => ['put', `/api/config/relations/{relation ${at}}`, body]),
  place.map((at): Step => ['delete', `/api/config/relations/{relation ${at}}`]),
  fc.constant<Step>(['post', '/api/config/apply-constraints']),
  fc
    .tuple(table, fc.uniqueArray(column, { minLength: 1, maxLength: 2 }), fc.boolean())
    .map(
      ([name, columns, isUnique]): Step => [
        'post',
        `/api/config/table/${name}/indexes`,
        { name: `by_${columns.join('_')}`, columns, is_unique: isUnique },
      ],
    ),
  fc
    .tuple(table, place)
    .map(([name, at]): Step => ['delete', `/api/config/table/${name}/indexes/{index ${at}}`]),
  fc
    .tuple(table, column, fc.array(column, { maxLength: 2 }), fc.option(table))
    .map(
      ([name, order, preview, parent]): Step => [
        'put',
        `/api/config/table/${name}`,
        { order, preview: [...preview, 'id'], ...(parent === null ? {} : { plugin_of: parent }) },
      ],
    ),
  fc
    .tuple(table, table, table, field)
    .map(
      ([name, ref, via, fld]): Step => [
        'put',
        `/api/config/table/${name}`,
        { backlinks: [`${ref}:${via}:${fld}`] },
      ],
    ),
  fc
    .tuple(table, table)
    .map(([name, hop]): Step => ['put', `/api/config/table/${name}`, { chrono_density_path: [hop] }]),
  fc
    .tuple(
      fc.constantFrom('post', 'delete'),
      table,
      fc.constantFrom('fuzzy-date', 'osteology', 'radiocarbon'),
    )
    .map(([method, name, what]): Step => [method as 'post', `/api/config/table/${name}/${what}`]),
  ...Array<fc.Arbitrary<Step>>(2).fill(
    fc
      .tuple(table, field, value)
      .map(([name, fld, val]): Step => ['post', `/api/record/${name}`, { core: { [fld]: val } }]),
  ),
)

/** What an application may look like that nobody broke. */
const harmless =
  /^(The relation .* is not enforced|A relation empties|The plugin table .* belongs to no table)/

describe('any changes of a configuration', () => {
  let digs: Dig[]
  beforeAll(async () => {
    digs = await Promise.all(engines.map((engine) => openDig(engine)))
    for (const dig of digs) {
      await dig.confirm()
      for (const name of ['finds', 'samples', 'contexts', 'trenches']) {
        await dig.delete(`/api/config/table/${name}`, undefined, as)
      }
    }
  })
  afterAll(() => Promise.all(digs.map((dig) => dig.close())))

  const layOut = async (dig: Dig): Promise<void> => {
    const make = async (url: string, body: object) => {
      const reply = await dig.post(`/api/config/${url}`, body, as)
      expect(reply.statusCode, reply.body).toBe(200)
    }
    for (const name of ['t0', 't1', 't2']) {
      await make('tables', { name, label: name })
      await make(`table/${name}/field`, { name: 'f0', type: 'text', db_type: 'INTEGER' })
      await make(`table/${name}/field`, { name: 'f1', type: 'text', db_type: 'TEXT' })
      await make(`table/${name}/indexes`, { name: 'u', columns: ['f1'], is_unique: true })
    }
    await make('tables', { name: 't3', label: 't3', is_plugin: 1, plugin_of: 't0' })
    await make('relations', { from_tb: 't0', from_col: 'f0', to_tb: 't1', to_col: 'id' })
    await make('relations', { from_tb: 't1', from_col: 'f1', to_tb: 't2', to_col: 'f1' })
  }
  const clear = async (dig: Dig): Promise<void> => {
    for (const name of dig.application.catalogue.tables.keys())
      await dig.delete(`/api/config/table/${name}`, undefined, as)
  }
  const idAt = (dig: Dig, url: string): string => {
    const { relations, indexes } = dig.application.catalogue
    const at = (list: readonly { id: number }[], index: number): string => String(list[index]?.id ?? 0)
    const of = url.split('/')[4]
    return url
      .replace(/\{relation (\d)\}/, (_, index) => at(relations, Number(index)))
      .replace(/\{index (\d)\}/, (_, index) =>
        at(
          indexes.filter((one) => one.table === of),
          Number(index),
        ),
      )
  }
  const send = async (dig: Dig, [method, url, body]: Step) => {
    const reply = await dig[method](idAt(dig, url), body, as)
    const { code, reason, enforced, orphans, applied, errors } = reply.json()
    return [reply.statusCode, code, reason, enforced, orphans, applied, errors]
  }
  /** The configuration without ids, which engines give out differently. */
  const contentOf = ({ application: { catalogue } }: Dig): unknown =>
    JSON.parse(
      JSON.stringify(catalogue, (key, part: unknown) =>
        key === 'id' && typeof part === 'number' ? undefined : part instanceof Map ? [...part] : part,
      ),
    )

  test(
    'answer alike on every engine, and leave a configuration and a database that agree',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 40, size: 'max' }), async (steps) => {
          for (const dig of digs) {
            await clear(dig)
            await layOut(dig)
          }
          for (const each of steps) {
            const [first, ...others] = await Promise.all(digs.map((dig) => send(dig, each)))
            expect(first?.[0], JSON.stringify(each)).toBeLessThan(500)
            for (const other of others) expect(other, JSON.stringify(each)).toEqual(first)
          }
          for (const dig of digs) {
            expect(contentOf(dig)).toEqual(contentOf(digs[0] as Dig))
            const stored = await loadCatalogue(dig.application.db.quick, 'dig')
            expect(dig.application.catalogue).toEqual(stored)
            const { report } = (await dig.get('/api/config/validation', as)).json()
            const wrong = report.filter(
              ({ status, text }: { status: string; text: string }) =>
                status === 'danger' || (status === 'warning' && !harmless.test(text)),
            )
            expect(wrong).toEqual([])
          }
        }),
        draws(2),
      )
    },
    drawnWithin(300_000),
  )
})
