import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  engines,
  expectAccessible,
  keepPicture,
  noticeOf,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const people =
  'Name;Institution;Shoe size\nAda Importata;Università di Prova;38\nBea Importata;;40\n;nobody;41\n'

describe.each(engines)('an import (%s)', (engine) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await visitDemo(engine)
  })
  afterAll(async () => {
    await removeImported(visit.address)
    await visit.close()
  })

  test('begins with a table and a file, and says how the file is written', async () => {
    const { page } = visit
    await visit.open('/import')
    const into = page.getByRole('combobox', { name: 'Import into' })
    await expect.poll(() => into.inputValue()).toBe('New table')
    await into.click()
    await page.getByRole('option', { name: 'People' }).click()
    await page.locator('input[type=file]').setInputFiles(file('people.csv', people))
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const shown = (name: string) => page.getByRole('combobox', { name }).inputValue()
    await expect.poll(() => shown('Delimiter')).toBe('Semicolon ;')
    // Which fields there are is told apart from what the file holds.
    await expect.poll(() => shown('Field for the column Name')).toBe('Name')
    await expect.poll(() => shown('Field for the column Shoe size')).toBe('')
    await expectAccessible(page)
  })

  test('is tried before anything is stored, with exact counts', async () => {
    const { page } = visit
    await page.getByRole('button', { name: 'Preview import' }).click()
    const would = page.locator('section', { has: page.getByRole('heading', { name: 'Preview' }) })
    await expect.poll(() => would.locator('dl').innerText()).toMatch(/new\s+2/)
    await expect.poll(() => would.locator('dl').innerText()).toMatch(/without a key, skipped\s+1/)
    await expectAccessible(page)
    await keepPicture(page, 'import-trial')
  })

  test('is followed by a list of the same table in another window of the browser', async () => {
    const other = await visit.page.context().newPage()
    await other.goto('/app/demo/records/people')
    const count = () => other.getByRole('status').first().textContent()
    await expect.poll(count).toMatch(/^\d+ records$/)
    const before = Number.parseInt((await count()) ?? '', 10)
    await visit.page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect.poll(count).toBe(`${before + 2} records`)
    await other.close()
  })

  test('runs as a job whose address brings the result back, with the new records', async () => {
    const { page } = visit
    await page.getByRole('heading', { name: 'Import finished' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Import finished' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show new records' }).click()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('2 records found')
    await page.getByRole('link', { name: 'Ada Importata' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  test('explains rows that have the key of an earlier row', async () => {
    const { page } = visit
    await visit.follow('/import?table=people')
    const twice = 'Name;Institution\nCleo Importata;here\nDora Importata;there\nCleo Importata;elsewhere\n'
    await page.locator('input[type=file]').setInputFiles(file('people.csv', twice))
    await page.getByRole('button', { name: 'Preview import' }).click()
    const rows = page.getByRole('region', { name: 'Rows with the same key' })
    await expect.poll(() => rows.getByRole('row').last().allInnerTexts()).toEqual(['Cleo Importata\t2 and 4'])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Import finished' }).waitFor()
    await page.getByText('1 row repeats the key of an earlier row').waitFor()
    await page.getByText('the last one counts').waitFor()
    await expectAccessible(page)
    expect(visit.complaints()).toEqual([])
  })

  test('tells every problem with its line, and hands the refused rows back', async () => {
    const { page } = visit
    await visit.open('/import?table=finds')
    await page
      .locator('input[type=file]')
      .setInputFiles(file('finds.csv', 'Inventory no.,Context,Material\nX1,nowhere,bronze\n'))
    await page.getByRole('button', { name: 'Preview import' }).click()
    const problems = page.getByRole('region', { name: 'Problems' })
    await expect.poll(() => problems.getByRole('row').count()).toBeGreaterThanOrEqual(3)
    await expect.poll(() => problems.innerText()).toContain('Line 2')
    expect(await problems.innerText()).not.toContain('\\d')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save refused row' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    expect(await page.getByRole('button', { name: /^Import/ }).count()).toBe(0)
    expect(visit.complaints()).toEqual([])
  })

  test('makes a table of a file that is dropped on the page, whose records can be undone', async () => {
    const { page } = visit
    const rows = Array.from({ length: 12 }, (_, k) =>
      [
        `T${k + 1}`,
        `C100${1 + (k % 3)}`,
        k % 2 ? 'marble' : 'brick',
        `${k},5`,
        `11,${k}`,
        `43,${k}`,
        'x',
      ].join(';'),
    )
    const text = ['Tile;Context;Stone;Width;Long;Lat;Old', ...rows].join('\n')
    await visit.follow('/configuration')
    await page.getByRole('button', { name: 'Table from a file' }).waitFor()
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], 'roof_tiles.csv', { type: 'text/csv' }))
      return transfer
    }, text)
    await page.locator('body').dispatchEvent('dragenter', { dataTransfer: dropped })
    await page.getByText('Drop to create a table').waitFor()
    await page.locator('body').dispatchEvent('drop', { dataTransfer: dropped })
    const kindOf = (column: string) =>
      page.getByRole('combobox', { name: `Kind of the field for ${column}` }).inputValue()
    await expect.poll(() => kindOf('Tile')).toBe('Short text')
    expect(await Promise.all(['Context', 'Stone', 'Width'].map(kindOf))).toEqual([
      'Link to a record',
      'Choice',
      'Number with decimals',
    ])
    expect(await page.getByRole('textbox', { name: 'Name of the table' }).inputValue()).toBe('Roof tiles')
    await page.getByText('2 choices: brick, marble').waitFor()
    await page.getByRole('checkbox', { name: 'Old' }).uncheck()
    await page.getByRole('textbox', { name: 'Name of the field for Width' }).fill('Width (cm)')
    await page.getByText('First rows', { exact: true }).click()
    await page.getByRole('columnheader', { name: 'Width (cm)' }).waitFor()
    await expectAccessible(page)
    await page.getByText('Fields', { exact: true }).click()
    await expectAccessible(page)
    await keepPicture(page, 'import-new-table')
    await page.getByRole('button', { name: 'Create table and import' }).click()
    await page.getByRole('heading', { name: 'Table “Roof tiles” created' }).waitFor()
    await page.getByRole('button', { name: 'Add photographs' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open Roof tiles' }).click()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('12 records')
    await page.getByRole('columnheader', { name: 'Width (cm)' }).waitFor()
    await noticeOf(page, '12 records imported into “Roof tiles”')
      .getByRole('button', { name: 'Undo', exact: true })
      .click()
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('0 records')
    expect(visit.complaints()).toEqual([])
  })

  test('says what keeps a file from becoming a table, and makes it without what is wrong', async () => {
    const { page } = visit
    await visit.follow('/import?into=new')
    const text = 'Wall;Long;Lat\nW1;11,5;43,5\nW2;11,5;143,5\n'
    await page.locator('input[type=file]').setInputFiles(file('walls.csv', text))
    await page.getByRole('textbox', { name: 'Name of the table' }).fill('')
    await page.getByText('Name the table.').waitFor()
    await page.getByRole('textbox', { name: 'Name of the table' }).fill('Finds')
    await page.getByRole('button', { name: 'Create table and import' }).click()
    const problems = page.getByRole('region', { name: 'Problems' })
    await expect.poll(() => problems.innerText()).toContain('Line 3')
    await page.getByRole('button', { name: 'Import 1 valid row' }).click()
    await page.getByRole('heading', { name: 'Table “Finds” created' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  test('relates the records of the new table as a file says, after loops were told in words', async () => {
    const { page } = visit
    const choose = async (text: string) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'State relations' }).click()
      await (await chooser).setFiles(file('order.csv', text))
    }
    await choose('younger,older\nW1,W2\nW2,W3\nW3,W1\n')
    await page.getByRole('button', { name: 'Give Finds stratigraphic relations' }).click()
    await page.getByText('W1 covers W2', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('radio', { name: 'Create records for them in Finds' }).click()
    await page.getByRole('button', { name: 'Import relations' }).click()
    const problems = page.getByRole('region', { name: 'Problems' })
    await expect
      .poll(() => problems.innerText())
      .toContain('This closes a loop: W1 covers W2, W2 covers W3, W3 covers W1.')
    await expectAccessible(page)
    await keepPicture(page, 'import-relations')
    await page.getByRole('button', { name: 'Import 2 valid rows' }).click()
    await page.getByRole('heading', { name: 'Import finished' }).waitFor()
    await page.getByRole('link', { name: 'Show the matrix' }).click()
    await page.getByText('3 units in Finds').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  test('of pictures chosen one by one finds their records by their names', async () => {
    const { page } = visit
    await visit.follow('/import?table=people')
    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Ada Importata_a.png', mimeType: 'image/png', buffer: picture },
      { name: 'Nobody_b.png', mimeType: 'image/png', buffer: picture },
    ])
    await page.getByRole('heading', { name: '1 picture found its record' }).waitFor()
    await page.getByText('1 picture matches no record, or several').waitFor()
    await page.getByRole('radio', { name: 'Another way' }).click()
    await page.getByRole('textbox', { name: 'Pattern' }).fill('{name}_b.png')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('heading', { name: '0 pictures found their record' }).waitFor()
    await page.getByRole('radio', { name: 'The name, or the folder, begins with the Name' }).click()
    await page.getByRole('heading', { name: '1 picture found its record' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add photographs' }).click()
    await page.getByRole('heading', { name: 'Import finished' }).waitFor()
    expect(visit.complaints()).toEqual([])
  })

  test('is as clear by night on a tablet', async () => {
    const window = await visitDemo(engine, { dark: true, tablet: true })
    await window.open('/import?table=people')
    await window.page.locator('input[type=file]').setInputFiles(file('people.csv', people))
    await window.page.getByRole('heading', { name: 'Matching' }).waitFor()
    await keepPicture(window.page, 'import-mapping-tablet-dark')
    await expectAccessible(window.page)
    expect(window.complaints()).toEqual([])
    await window.close()
  })
})

describe.each(engines)('an import in another language (%s)', (engine) => {
  test('is told what is wrong with a file, and with its rows, in the words of the page', async () => {
    const window = await visitDemo(engine, { language: 'it-IT' })
    const { page } = window
    const choose = (text: string) => page.locator('input[type=file]').setInputFiles(file('finds.csv', text))
    await window.open('/import?table=finds')
    await choose('Inventory no.,Context\nX1,"C1003\n')
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /Il file non si legge\.\s+Riga 2: qui le virgolette aprono una cella e non si chiudono più\./,
        ),
      ])
    window.complaints()
    await window.open('/import?table=finds')
    await choose('Inventory no.,Context,Material\nX1,nowhere,bronze\nX2,C1003\n')
    await page.getByText('Riga 3: La riga ha 2 celle su 3: le altre restano vuote.').waitFor()
    await page.getByRole('button', { name: 'Anteprima', exact: true }).click()
    const problems = page.getByRole('region', { name: 'Problemi' })
    await problems.getByText('In «Contexts» questa scheda non c’è.').waitFor()
    expect(window.complaints()).toEqual([])
    await window.close()
  })
})

async function removeImported(address: string): Promise<void> {
  const headers = { authorization: `Bearer ${await tokenOf(address)}` }
  const filter = encodeURIComponent(JSON.stringify({ name: { _ends_with: 'Importata' } }))
  const found = await fetch(`${address}/api/records/people?filter=${filter}`, { headers })
  const { data } = (await found.json()) as { data: { id: number }[] }
  for (const { id } of data) await fetch(`${address}/api/record/people/${id}`, { method: 'DELETE', headers })
}
