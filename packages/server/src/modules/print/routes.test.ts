import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig, type Role } from '../../testing/open-dig.js'
import { saveDates } from '../../testing/radiocarbon-curve.js'
import { readPdf } from '../../testing/read-pdf.js'
import { hideTable } from '../../testing/scope-as.js'
import { formOf, sendFile } from '../../testing/send-file.js'

describe.each(oneEngine)('print (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
    const { db } = dig.application
    await db.write(async (tx) => {
      await tx.insert('sys_rs', { tb: 'contexts', first: 2, second: 1, relation: 6 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 1, second: 3, relation: 5 })
      await tx.insert('sys_rs', { tb: 'contexts', first: 4, second: 1, relation: 9 })
      await tx.insert('sys_geodata', {
        table_link: 'contexts',
        id_link: 1,
        geometry: 'POLYGON ((13.6 45.7, 13.6001 45.7, 13.6001 45.7001, 13.6 45.7))',
      })
      await tx.insert('sys_userlinks', {
        tb_one: 'contexts',
        id_one: 1,
        tb_two: 'finds',
        id_two: 7,
        label: 'drawn',
      })
      const library = await tx.insert('sys_refman_libs', {
        type: 'group',
        refman_id: '501',
        name: 'library',
        created_at: 1,
      })
      await tx.insert('sys_refman_links', {
        tb: 'contexts',
        record_id: 1,
        lib_id: library,
        refman_key: 'K',
        pages: '88-91',
        full_citation: '<div>Greco, <i>Archeologia</i></div>',
        detached: 0,
        created_at: 1,
      })
    })
    const layout = {
      sections: [
        { label: 'Identity', content: [{ field: 'ctx_type', width: '1/2' }, { field: 'notes' }] },
        { label: 'Soil', plugin: 'samples', content: [{ field: 'lab' }] },
      ],
    }
    await dig.post('/api/template/contexts/sheet', layout, 'super_admin')
    const labels = { sections: [{ label: '', content: [{ field: 'material' }] }] }
    await dig.post('/api/template/finds/label', labels, 'super_admin')
  })
  afterAll(() => dig.close())

  const print = async (path: string, as: Role = 'reader') => {
    const reply = await dig.get(`/api/${path}`, as)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    return { reply, pages: await readPdf(reply.rawPayload) }
  }

  test('of a record shows what it holds, as people read it', async () => {
    const { reply, pages } = await print('record/contexts/1/print')
    const text = pages.join('\n')
    for (const said of [
      'A small dig',
      'C1',
      'Trench\nA',
      'topsoil',
      '12.5',
      'Oxford',
      'Litres',
      'Above (later)',
      'is cut by C2',
      'is the same as C4',
      'covers C3',
      '45.700050° N, 13.600050° E',
      'F7 (drawn)',
      'Greco, Archeologia — 88-91',
      `Page 1 of ${pages.length}`,
    ])
      expect(text).toContain(said)
    expect(reply.headers).toMatchObject({
      'content-disposition': 'inline; filename="Contexts C1.pdf"',
      'cache-control': 'no-store',
    })
  })

  test('by a layout shows what the layout names, also what is empty', async () => {
    const text = (await print('record/contexts/4/print?template=sheet')).pages.join('\n')
    expect(text).toContain('Identity')
    expect(text).toContain('Notes\n–')
    expect(text).not.toContain('Depth')
    expect(text).not.toContain('Soil')
  })

  test('of a listing follows its filter and its order', async () => {
    const query = 'filter[material][_nempty]=1&sort_field=weight_g&sort_dir=desc&template=label'
    const text = (await print(`records/finds/print?${query}`)).pages.join('\n')
    expect(text).toContain('Records: 6')
    expect(text.match(/\bF\d\b/g)).toEqual(['F4', 'F7', 'F3', 'F1', 'F8', 'F2'])
  })

  test('days and empty listings are in words', async () => {
    expect((await print('record/finds/1/print')).pages.join('\n')).toContain('1 May 2024')
    expect((await print('records/finds/print?filter[inv_no][_eq]=none')).pages.join('\n')).toContain(
      'Records: 0',
    )
  })

  test('dates of a chronology are in words', async () => {
    await dig.application.db.write((tx) =>
      tx.run(sql`
        UPDATE "contexts" SET "chrono_label" = 'c4l BCE', "chrono_from" = -325, "chrono_to" = -301, "chrono_certainty" = 2
        WHERE "id" = 5`),
    )
    const text = (await print('record/contexts/5/print')).pages.join('\n')
    for (const said of ['Late 4th cent. BCE', '325 BCE', '301 BCE', 'probable']) expect(text).toContain(said)
  })

  test('radiocarbon dates say with which curve they were calibrated, and whom to cite', async () => {
    await dig.post('/api/config/table/contexts/radiocarbon', {}, 'super_admin')
    await saveDates(dig, 5, [
      { bp: 3000, bp_error: 30 },
      { bp: 3000, bp_error: 30, curve: 'shcal20' },
    ])
    const text = (await print('record/contexts/5/print')).pages.join('\n').replaceAll('\n', ' ')
    expect(text).toContain(
      'Calibrated with IntCal20: Reimer et al. 2020, Radiocarbon 62 (4), 725–757, doi 10.1017/RDC.2020.41.',
    )
    expect(text).toContain('Calibrated with SHCal20: Hogg et al. 2020')
    expect((await print('record/contexts/6/print')).pages.join('\n')).not.toContain('Calibrated with')
  })

  test('is in the language of the application', async () => {
    const { db } = dig.application
    await db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "lang" = 'it'`))
    await dig.application.reload()
    const text = (await print('record/contexts/1/print')).pages.join('\n')
    await db.write((tx) => tx.run(sql`UPDATE "sys_cfg_app" SET "lang" = ''`))
    await dig.application.reload()
    for (const said of ['Pagina 1 di', 'Rapporti stratigrafici', 'è tagliato da C2', 'Bibliografia'])
      expect(text).toContain(said)
  })

  describe('by a layout with parts', () => {
    const save = (name: string, sections: object[]) =>
      dig.post(`/api/template/contexts/${name}`, { sections }, 'super_admin')

    test('has them in their place, under headings of their own, and leaves out those it does not name', async () => {
      await save('placed', [
        { label: '', part: 'bibliography' },
        { label: 'Matrix', part: 'sequence', content: [] },
        { label: 'Identity', content: [{ field: 'ctx_type' }] },
      ])
      for (const path of ['record/contexts/1/print', 'records/contexts/print']) {
        const text = (await print(`${path}?template=placed`)).pages.join('\n')
        expect(text.indexOf('Greco')).toBeLessThan(text.indexOf('covers C3'))
        expect(text.indexOf('covers C3')).toBeLessThan(text.indexOf('layer'))
        expect(text).not.toContain('F7 (drawn)')
        expect(text).not.toContain('13.6000')
      }
      const text = (await print('record/contexts/1/print?template=placed')).pages.join('\n')
      expect(text).toContain('Matrix')
      expect(text).not.toContain('Stratigraphic relations')
    })

    test('shows logo and code, and what hangs from the record as ever', async () => {
      const plain = (await print('record/contexts/1/print?template=sheet')).reply.rawPayload
      const logo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#852' } })
        .png()
        .toBuffer()
      const { payload, type } = await formOf([{ field: 'file', name: 'logo.png', content: logo }])
      const headers = { 'content-type': type }
      const sent = await dig.request({ method: 'PUT', url: '/api/welcome/logo', payload, headers }, 'admin')
      expect(sent.statusCode).toBe(200)
      await save('marked', [{ part: 'logo' }, { part: 'qr' }, { label: 'A', content: [{ field: 'notes' }] }])
      const { reply, pages } = await print('record/contexts/1/print?template=marked')
      expect(pages.join('\n')).toContain('covers C3')
      expect(reply.rawPayload.toString('latin1')).toMatch(/\/Width 256\s*\/Height 171/)
      expect(reply.rawPayload.length).toBeGreaterThan(plain.length)
    })

    test('says what the layout says on every sheet, between lines', async () => {
      await save('said', [
        { label: 'Before digging', part: 'text', text: 'Draw it.\nPhotograph it.' },
        { label: '', part: 'line' },
        { label: 'Identity', content: [{ field: 'ctx_type' }] },
        { part: 'text' },
      ])
      const text = (await print('record/contexts/1/print?template=said')).pages.join('\n')
      const places = ['Before digging', 'Draw it.', 'Photograph it.', 'Identity'].map((said) =>
        text.indexOf(said),
      )
      expect(places.every((place) => place > 0)).toBe(true)
      expect(places).toEqual([...places].sort((one, other) => one - other))
      // Text and lines are no parts of the record: those follow as ever.
      expect(text).toContain('covers C3')
    })

    test('is refused with an unknown part, pictures of an unknown width, or a text that is none', async () => {
      const reply = await save('wrong', [
        { part: 'sketch' },
        { part: 'images', width: '1/9' },
        { part: 'text', text: 7 },
      ])
      expect([reply.statusCode, reply.json().errors]).toMatchObject([
        422,
        [
          { field: 'sections[0].part', code: 'unknown_part' },
          { field: 'sections[1].width', code: 'invalid_width' },
          { field: 'sections[2].text', code: 'invalid_part_text' },
        ],
      ])
    })
  })

  describe('of pictures', () => {
    const image = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#a52' } })
    const addTo = async (record: string, name: string, content: Buffer, printable?: boolean | null) => {
      const sent = await sendFile(dig, `/api/record/${record}/file`, name, content, 'writer')
      const { id } = sent.json<{ file: { id: number } }>().file
      if (printable === undefined) return id
      const marked = await dig.patch(`/api/file/${id}`, { printable }, 'writer')
      expect([sent.statusCode, marked.statusCode]).toEqual([200, 200])
      return id
    }
    const sizesIn = ({ rawPayload }: { rawPayload: Buffer }) =>
      [
        ...rawPayload.toString('latin1').matchAll(/\/Subtype \/Image[^>]*?\/Width (\d+)\s*\/Height (\d+)/g),
      ].map(([, width, height]) => [Number(width), Number(height)])

    test('shows those of a record without anybody having marked them, upright, and none that was taken out', async () => {
      // As a camera held on its side writes it.
      const onItsSide = await image(300, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
      const plain = await image(64, 48).webp().toBuffer()
      await addTo('trenches/2', 'side.jpg', onItsSide)
      await addTo('trenches/2', 'plain.webp', plain, null)
      await addTo('trenches/2', 'marked.webp', await image(65, 48).webp().toBuffer(), true)
      const secret = await addTo('trenches/2', 'secret.webp', plain, false)
      const { reply, pages } = await print('record/trenches/2/print')
      expect(sizesIn(reply)).toEqual([
        [200, 300],
        [64, 48],
        [65, 48],
      ])
      for (const caption of ['side', 'plain', 'marked']) expect(pages.join('\n')).toContain(caption)
      expect(pages.join('\n')).not.toContain('secret')
      await dig.patch(`/api/file/${secret}`, { printable: true, description: 'A kiln' }, 'writer')
      expect((await print('record/trenches/2/print')).pages.join('\n')).toContain('A kiln')
    })

    test('shows them in a catalogue too, made smaller', async () => {
      await addTo('trenches/3', 'wide.jpg', await image(2400, 1200).jpeg().toBuffer())
      await addTo('trenches/3', 'hidden.jpg', await image(50, 50).jpeg().toBuffer(), false)
      const { reply, pages } = await print('records/trenches/print?filter[id][_eq]=3')
      expect(sizesIn(reply)).toEqual([[800, 400]])
      expect(pages.join('\n')).toContain('wide')
      expect(pages.join('\n')).not.toContain('hidden')
    })

    test('shows what is drawn on them, and their scale, also where the picture was made smaller', async () => {
      const id = await addTo('trenches/1', 'profile.jpg', await image(2800, 1400).jpeg().toBuffer())
      const drawn = {
        description: 'North profile',
        pixels_per_cm: 28,
        marks: [
          {
            kind: 'arrow',
            points: [
              [0, 0],
              [0.5, 0.5],
            ],
            colour: '#e03131',
          },
          {
            kind: 'free',
            points: [
              [0, 0],
              [0.1, 0.5],
              [0.2, 0],
            ],
            colour: '#ffd43b',
            size: 'large',
          },
          { kind: 'text', points: [[0.1, 0.5]], colour: '#ffffff', text: 'כתב burnt' },
          { kind: 'number', points: [[0.8, 0.5]], colour: '#1971c2', number: 42, text: 'Charcoal' },
        ],
      }
      await dig.patch(`/api/file/${id}`, drawn, 'writer')
      for (const path of [
        `file/${id}/print`,
        'record/trenches/1/print',
        'records/trenches/print?filter[id][_eq]=1',
      ]) {
        const text = (await print(path)).pages.join('\n')
        // The picture is a metre wide: its bar has 10 or 20 cm, as large as it is printed.
        for (const said of ['North profile', 'כתב', 'burnt', '42', 'Charcoal', '0 cm'])
          expect(text).toContain(said)
      }
      const { reply, pages } = await print(`file/${id}/print?marks=0`)
      expect(pages).toHaveLength(1)
      expect(pages[0]).toContain('North profile · Trenches A')
      expect(pages[0]).toContain('10 cm')
      expect(pages[0]).not.toContain('Charcoal')
      expect(sizesIn(reply)).toEqual([[1500, 750]])
      expect(reply.headers['content-disposition']).toBe('inline; filename="profile.pdf"')
    })

    test('prints one alone for those who see it, and nothing else', async () => {
      const seen = await addTo('trenches/1', 'text.txt', Buffer.from('no picture'))
      expect((await dig.get(`/api/file/${seen}/print`, 'reader')).json()).toMatchObject({
        code: 'unsupported_media_type',
      })
      const hidden = await addTo('finds/7', 'hidden.png', await image(60, 90).png().toBuffer())
      await hideTable(dig, 'reader', 'finds')
      const answers = await Promise.all(
        [hidden, 99_999].map((id) => dig.get(`/api/file/${id}/print`, 'reader')),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
      expect((await print(`file/${hidden}/print`, 'writer')).pages).toHaveLength(1)
      await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_user_table_privs"`))
    })
  })

  test('says nothing of what its reader may not see', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'contexts',
        privilege: 30,
        filter: JSON.stringify({ ctx_type: { _in: ['layer', 'fill'] } }),
        outside: 'hide',
      }),
    )
    await dig.application.db.write((tx) =>
      tx.insert('sys_user_table_privs', {
        user_id: dig.userId('writer'),
        table_name: 'finds',
        privilege: 40,
      }),
    )
    const text = (await print('record/contexts/1/print', 'writer')).pages.join('\n')
    expect(text).toContain('covers C3')
    expect(text).not.toContain('C2')
    expect(text).not.toContain('F7')
    const listed = (await print('records/contexts/print', 'writer')).pages.join('\n')
    expect(listed).toContain('Records: 4')
    for (const [path, status] of [
      ['record/contexts/2/print', 404],
      ['record/finds/1/print', 403],
      ['records/finds/print', 403],
    ] as const)
      expect([path, (await dig.get(`/api/${path}`, 'writer')).statusCode]).toEqual([path, status])
  })

  test('more records than anybody reads are refused', async () => {
    await dig.application.db.write(async (tx) => {
      await tx.insertMany(
        'trenches',
        ['code', 'creator'],
        Array.from({ length: 500 }, (_, k) => [`T${k}`, 1]),
      )
    })
    const reply = await dig.get('/api/records/trenches/print', 'reader')
    expect([reply.statusCode, reply.json()]).toMatchObject([
      422,
      { code: 'result_too_large', detail: { total: 503, most: 500 } },
    ])
  })

  test.each([
    ['a record that is not there', 'record/contexts/99/print', 404, 'record_not_found'],
    ['an unknown table', 'record/coins/1/print', 404, 'unknown_table'],
    ['a plugin table', 'record/samples/1/print', 422, 'plugin_table_not_allowed'],
    ['a listing of a plugin table', 'records/samples/print', 422, 'plugin_table_not_allowed'],
    ['an unknown layout', 'record/contexts/1/print?template=nope', 404, 'template_not_found'],
    ['a layout that is a list', 'record/contexts/1/print?template[]=sheet', 400, 'invalid_parameter'],
    ['an unknown field in the filter', 'records/finds/print?filter[colour][_eq]=1', 400, 'unknown_field'],
    ['an unknown kind of question', 'records/finds/print?qt=none', 400, 'invalid_parameter'],
  ])('%s is refused', async (_case, path, status, code) => {
    const reply = await dig.get(`/api/${path}`, 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('a layout that no longer fits its table is refused with the reason', async () => {
    await dig.application.db.write((tx) =>
      tx.insert('sys_cfg_templates', {
        table_name: 'finds',
        name: 'old',
        content: '{"sections":[{"content":[{"field":"gone"}]}]}',
        updated_at: 1,
      }),
    )
    const reply = await dig.get('/api/record/finds/1/print?template=old', 'reader')
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'template_validation_failed'])
    expect(reply.json().text).toContain('gone')
  })

  test('opens by a ticket, as a browser follows a link', async () => {
    const { url } = (
      await dig.post('/api/download-ticket', { path: '/api/record/finds/1/print' }, 'reader')
    ).json()
    expect((await dig.get(url)).headers['content-type']).toBe('application/pdf')
  })
})
