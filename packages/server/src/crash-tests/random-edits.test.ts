import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContextState, readHistories } from './testing/edit-history.js'
import { findContradictions } from './testing/journal-check.js'
import { type Nodes, nodesOfEngines, openNodes } from './testing/nodes.js'
import { type AnsweredEdit, applyEdit, editAtRandom, textsOf } from './testing/random-edit.js'
import type { Session } from './testing/session.js'

const edits = Number(process.env['TROWEL_FAULT_EDITS'] ?? 40)
/** So few that the clients often meet in one. */
const contexts = Math.min(50, Math.ceil(edits / 3))

describe.each(nodesOfEngines)(
  'two clients edit the same records at once (%s, nodes: %d)',
  (engine, count) => {
    let nodes: Nodes
    beforeAll(async () => {
      nodes = await openNodes(engine, count)
    })
    afterAll(() => nodes.close())

    test(
      `after ${edits} edits nothing that was acknowledged is lost, and the versions form an unbroken chain`,
      async () => {
        const [one, other] = nodes.clients
        const ids: number[] = []
        for (let k = 1; k <= contexts; k++) {
          const body = {
            core: { ctx_no: `C${k}` },
            plugins: { samples: [{ id: null, fields: { lab: `first of ${k}` } }] },
          }
          ids.push((await one.must('POST', '/api/record/contexts', body)).id)
        }
        const answered: AnsweredEdit[] = []
        const client = async (name: string, session: Session): Promise<void> => {
          for (let k = 0; k < edits / 2; k++) {
            const context = ids[Math.floor(Math.random() * ids.length)] ?? 1
            answered.push(await editAtRandom(session, context, `${name}${k}`))
          }
        }
        await Promise.all([client('a', one), client('b', other)])

        const saved = answered.filter(({ answer }) => answer.status === 200)
        const refused = answered.filter(({ answer }) => answer.status !== 200)
        expect(refused.map(({ answer }) => answer.body.code).filter((code) => !expected.has(code))).toEqual(
          [],
        )

        expect(await findContradictions(nodes.data)).toEqual([])
        const histories = await readHistories(nodes.data)
        const used = new Set<AnsweredEdit>()
        for (const context of ids) {
          const states = histories.get(context) ?? []
          const own = saved.filter((edit) => edit.context === context)
          expect(states.length).toBe(own.length + 1)
          states.slice(1).forEach((after, k) => {
            const before = states[k] as ContextState
            const edit = own.find((each) => !used.has(each) && isBetween(each, before, after))
            expect(edit, `what made ${JSON.stringify(after)} of ${JSON.stringify(before)}`).toBeDefined()
            if (!edit) return
            used.add(edit)
            expect(applyEdit(before, edit)).toEqual(after)
            if (edit.seen) expect(before).toEqual(edit.seen)
          })
        }
        expect(used.size).toBe(saved.length)
        const everything = JSON.stringify([...histories])
        expect(refused.flatMap(textsOf).filter((text) => everything.includes(`"${text}"`))).toEqual([])
        expect(await nodes.data.findDamage()).toEqual([])
      },
      60_000 + edits * 200,
    )
  },
)

/** Another client was quicker: with the whole record, or with a row of it. */
const expected = new Set(['stale_record', 'record_not_found'])

/**
 * Is this the edit between two states? Its texts are new in the second, or the row that it removed is gone.
 */
function isBetween(edit: AnsweredEdit, before: ContextState, after: ContextState): boolean {
  const has = (state: ContextState, text: string) =>
    state.notes === text || Object.values(state.samples).some(({ lab }) => lab === text)
  const texts = textsOf(edit)
  if (texts.length > 0) return texts.every((text) => has(after, text) && !has(before, text))
  const row = edit.removedRow ?? 0
  return row in before.samples && !(row in after.samples)
}
