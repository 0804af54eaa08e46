/**
 * A program for the invented excavation that knows its tables. The compiler has to find a mistake behind each
 * `@ts-expect-error`, and no other.
 */
export const typedProgram = `
import { createClient } from '@trowel/client'
import type { Demo } from './demo.js'

const { records, files } = createClient<Demo>({ token: 'trw_demo.1' })

// Fields are known by their names, and hold what they hold.
const page = await records.list('finds', {
  filter: {
    material: { _eq: 'bronze' },
    weight_g: { _gte: 10, _between: [1, 2] },
    found_on: { _lt: '2019-07-01' },
    is_special: { _eq: true },
    _or: [{ find_type: { _eq: 'something new' } }, { notes: { _icontains: 'burnt', _empty: false } }],
  },
  columns: ['inv_no', 'weight_g', 'sys_changed_at'],
  sort: ['-weight_g', 'inv_no'],
})
for (const find of page.data) {
  const weight: number | null = find.weight_g
  const name: string | null = find.inv_no
  const changed: string | null = find.sys_changed_at
  console.log(find.id + 1, weight, name, changed)
  // @ts-expect-error It was not asked for.
  console.log(find.notes)
}
for await (const context of records.each('contexts')) {
  const answer: 0 | 1 | null = context.fully_excavated
  const from: number | null = context.chrono_from
  console.log(context.id, answer, from, context.ctx_type)
}
const [preview] = (await records.list('finds')).data
const perhaps: string | null | undefined = preview?.material

// Filters cross to other tables.
await records.search('finds', { filter: { context: { trench: { code: { _eq: 'A' } } } } })
await records.list('finds', { filter: { find_measures: { value_mm: { _gt: 5 } } } })
await records.list('contexts', { filter: { photograph_contexts: { photographs: { direction: { _eq: 'N' } } } } })
await records.list('contexts', { filter: { sys_changed_by: { name: { _eq: 'Ada' } }, chrono_from: { _chrono_overlap: [-400, -300] } } })

// Writing.
const { id } = await records.create('finds', {
  core: { inv_no: 'PF19-9999', context: 1, material: 'bronze', is_special: true },
  plugins: { find_measures: [{ fields: { measure: 'length', value_mm: 41 } }, { id: 7, _delete: true }] },
})
await records.update('finds', id, { core: { notes: null, weight_g: 2.5 } })
await records.update('conservation', 1, { core: { treatment: ['consolidation'] } })
const { core, plugins } = await records.read('finds', id)
const read: number | null = core.weight_g.val
const measured: number | null | undefined = plugins.find_measures.data[0]?.value_mm.val
console.log(read, core.material.label, measured, perhaps)
await records.totals('finds', { totals: ['weight_g:SUM'], filter: { material: { _in: ['bronze', 'iron'] } } })
await records.bulkEdit('finds', { ids: [1], core: { box: 'B1' } })
await records.remove('finds', id)
await files.upload('finds', id, new Blob())

// @ts-expect-error There is no such table.
await records.list('coins')
// @ts-expect-error Rows of a plugin table are no records.
await records.read('find_measures', 1)
// @ts-expect-error There is no such table.
await files.upload('coins', 1, new Blob())
// @ts-expect-error There is no such field.
await records.list('finds', { filter: { weight_kg: { _gte: 10 } } })
// @ts-expect-error Nor inside of a group.
await records.list('finds', { filter: { _and: [{ weight_kg: { _gte: 10 } }] } })
// @ts-expect-error Nor in the other table.
await records.list('finds', { filter: { context: { trench: { cod: { _eq: 'A' } } } } })
// @ts-expect-error Nothing leads there.
await records.list('finds', { filter: { burials: { sex: { _eq: 'female' } } } })
// @ts-expect-error There is no such operator.
await records.list('finds', { filter: { inv_no: { _like: 'PF' } } })
// @ts-expect-error Numbers hold no texts.
await records.list('finds', { filter: { weight_g: { _icontains: 'x' } } })
// @ts-expect-error A text is no number.
await records.list('finds', { filter: { weight_g: { _gte: '10' } } })
// @ts-expect-error The material is none of the list.
await records.list('finds', { filter: { material: { _eq: 'bronce' } } })
// @ts-expect-error Nor is one of these.
await records.list('finds', { filter: { material: { _in: ['bronze', 'bronce'] } } })
// @ts-expect-error Yes and no have no order.
await records.list('finds', { filter: { is_special: { _gt: 0 } } })
// @ts-expect-error Nor have choices.
await records.list('finds', { filter: { material: { _between: ['bone', 'iron'] } } })
// @ts-expect-error Only one field is asked so.
await records.list('contexts', { filter: { top_m: { _chrono_overlap: [1, 2] } } })
// @ts-expect-error It takes true or false.
await records.list('finds', { filter: { notes: { _empty: 'yes' } } })
// @ts-expect-error There is no such field to sort by.
await records.list('finds', { sort: ['-weight'] })
// @ts-expect-error Nor one to show.
await records.list('finds', { columns: ['inv_no', 'weight'] })
// @ts-expect-error Nor to group by.
await records.groups('finds', { group_by: 'weight' })
// @ts-expect-error A new find has an inventory number, a context and a material.
await records.create('finds', { core: { material: 'bronze' } })
// @ts-expect-error The material may not be taken away.
await records.update('finds', id, { core: { material: null } })
// @ts-expect-error The id is given by the service.
await records.update('finds', id, { core: { id: 5 } })
// @ts-expect-error The measure is none of the list.
await records.update('finds', id, { plugins: { find_measures: [{ id: 1, fields: { measure: 'girth' } }] } })
// @ts-expect-error A new row says what was measured.
await records.update('finds', id, { plugins: { find_measures: [{ fields: { value_mm: 4 } }] } })
// @ts-expect-error Other records have these rows.
await records.update('finds', id, { plugins: { sample_sorting: [] } })
// @ts-expect-error A treatment is none of the list.
await records.update('conservation', 1, { core: { treatment: ['prayer'] } })
// @ts-expect-error There is no such field to write.
await records.bulkEdit('finds', { ids: [1], core: { boxes: 'B1' } })

// Without types of an application every name is good.
const plain = createClient()
await plain.records.list('coins', { filter: { anything: { _eq: 1 } } })
`
