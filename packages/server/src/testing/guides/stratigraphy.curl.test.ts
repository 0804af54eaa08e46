import { readdir } from 'node:fs/promises'
import type { Client } from '@trowel/client'
import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { guideSequence } from '../documented-images.js'
import { answersIn, type Guide, openGuide } from './open-guide.js'

const page = 'docs/guides/stratigraphy.md'
const { relations, mistake, alone } = guideSequence()

describe('the guide on stratigraphy', () => {
  let guide: Guide
  let client: Client
  const ids = new Map<string, number>()
  beforeAll(async () => {
    guide = await openGuide()
    await guide.run('npx trowel app create vallelunga --definition Wall --email super_admin@dig.example')
    client = await guide.serve()
    const { configuration, records } = client
    await configuration.createTable({ name: 'contexts', label: 'Contexts', rs: 1 })
    await configuration.createField('contexts', { name: 'ctx_no', label: 'Context', type: 'text' })
    await configuration.saveTable('contexts', { id_field: 'ctx_no', preview: ['ctx_no'] })
    const labels = new Set([...relations.flatMap(([first, , second]) => [first, second]), alone])
    for (const label of [...labels].sort())
      ids.set(label, (await records.create('contexts', { core: { ctx_no: label } })).id)
  })
  afterAll(() => guide.close())

  const relate = ([first, name, second]: (typeof relations)[number], force = false) =>
    client.stratigraphy.relate('contexts', {
      first: ids.get(first) ?? 0,
      relation: stratigraphicRelations.find((one) => one.name === name)?.code ?? 0,
      second: ids.get(second) ?? 0,
      force,
    })

  test('is answered as it says, from the first relation to the loop that was mended', async () => {
    const [first = '', turned = '', check = '', mend = '', take = ''] = codeBlocks(page, 'sh')
    const [made, redundant, refused, found] = codeBlocks(page, 'json').map((text) =>
      // What is left out there.
      JSON.parse(text.replaceAll(/, …/g, '')),
    )
    expect(answersIn(await guide.run(first))).toEqual([made])
    for (const relation of relations.slice(1)) await relate(relation)
    expect(await relate(['C101', 'covers', 'C106'])).toMatchObject(redundant)
    expect(answersIn(await guide.run(turned))).toMatchObject([refused])
    await relate(mistake, true)
    const [looked] = answersIn(await guide.run(check))
    const { loops, ...rest } = found
    expect(looked).toMatchObject({
      ...rest,
      loops: expect.arrayContaining(loops.map((loop: object) => expect.objectContaining(loop))),
    })
    expect(answersIn(await guide.run(mend))).toMatchObject([{ status: 'success' }])
    expect(answersIn(await guide.run(check))).toMatchObject([{ ok: true, longest_chain: 10 }])
    await guide.run(take)
    expect((await readdir(guide.folder)).filter((name) => name.endsWith('.svg'))).toHaveLength(1)
  })
})
