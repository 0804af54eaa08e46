import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { readPdf } from '../read-pdf.js'
import { answersIn, type Guide, openGuide } from './open-guide.js'

const page = 'docs/guides/printing.md'

describe('the guide on printing', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
    const { configuration, files, records, templates } = await guide.serve()
    guide.variables['TROWEL'] = guide.variables['URL'] ?? ''
    await configuration.createField('contexts', {
      name: 'description',
      label: 'Description',
      type: 'long_text',
    })
    const special = { name: 'is_special', label: 'Special', type: 'boolean', db_type: 'INTEGER' }
    await configuration.createField('finds', special)
    for (const id of [4, 7]) await records.update('finds', id, { core: { is_special: 1 } })
    await templates.save('finds', 'catalogue', {
      sections: [{ label: 'Find', content: [{ field: 'inv_no' }, { field: 'material' }] }],
    })
    const picture = sharp({ create: { width: 80, height: 40, channels: 3, background: 'sienna' } })
    const bytes = await picture.jpeg().toBuffer()
    await files.upload('finds', 4, new File([new Uint8Array(bytes)], 'bronze.jpg'))
  })
  afterAll(() => guide.close())

  /** What stands on the pages of a PDF at an address as it stands in the guide. */
  async function print(address: string): Promise<string> {
    const reply = await fetch(address.trim().replace('…', guide.variables['URL'] ?? ''), {
      headers: { authorization: `Bearer ${guide.variables['TOKEN']}` },
    })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return (await readPdf(new Uint8Array(await reply.arrayBuffer()))).join('\n')
  }
  const findsIn = (text: string) => text.match(/\bF\d\b/g) ?? []

  test('saves a layout, by which a record is printed', async () => {
    const [save = ''] = codeBlocks(page, 'sh')
    expect(answersIn(await guide.run(save))).toMatchObject([{ status: 'success' }])
    const text = await print('…/api/record/contexts/1/print?template=context_sheet')
    for (const said of ['Identity', 'Description', 'C1', 'layer']) expect(text).toContain(said)
    expect(text).not.toContain('topsoil')
  })

  test('prints a catalogue, a table and labels', async () => {
    const [catalogue = '', table = '', labels = ''] = codeBlocks(page, '')
    const special = await print(catalogue)
    expect([...new Set(findsIn(special))]).toEqual(['F4', 'F7'])
    const register = await print(table)
    expect(new Set(findsIn(register)).size).toBe(8)
    expect(register).toContain('flint (1)')
    const sheet = await print(labels)
    expect(sheet.match(/Vallelunga 2026/g)).toHaveLength(8)
    expect(sheet).toContain('bronze')
  })
})
