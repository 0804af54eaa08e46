import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, keepPicture, lastEngine, noticeOf, type Visit, visitAs } from '../browser.js'
import { type Running, startService } from '../services.js'

const ada = { app: 'demo', email: 'ada@dig.example', password: 'spade-and-trowel' }

const number = (k: number): string => `F${String(k).padStart(4, '0')}`

/** Finds as a person lists them, with places and with the order in which they lay; three lie in a circle. */
const finds = [
  'Find no.;Material;Weight (g);Found on;Longitude;Latitude;Above;Below',
  ...Array.from({ length: 500 }, (_, at) => {
    const k = at + 1
    const material = ['pottery', 'bone', 'glass', 'iron'][k % 4]
    const below = k % 10 === 0 ? '' : k === 3 ? `${number(1)}, ${number(4)}` : number(k + 1)
    const east = (27.18 + (k % 25) / 10_000).toFixed(4).replace('.', ',')
    const north = (39.14 + Math.floor(k / 25) / 10_000).toFixed(4).replace('.', ',')
    const above = k % 10 === 0 ? number(k - 1) : ''
    return `${number(k)};${material};${k % 90},5;0${1 + (k % 9)}.06.2024;${east};${north};${above};${below}`
  }),
].join('\r\n')

/** The list of a matrix program, with two of the finds. */
const list = [
  '               Stratigraphic Dataset dig',
  '',
  '  Name',
  ...[
    [number(10), number(9), number(11)],
    [number(11), number(10), ''],
  ].flatMap(([unit, above, below]) => [
    unit,
    `            above: ${above}`,
    '            contemporary with: ',
    '            equal to: ',
    `            below: ${below}`,
  ]),
].join('\n')

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Drawing a map without a graphics card takes its time. */
const drawing = { timeout: 60_000 }

interface Dropped {
  readonly name: string
  readonly type?: string
  readonly text?: string
}

/** Holds files over the page, and drops them. */
async function drop(page: Page, files: readonly Dropped[], words: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([all, png]) => {
      const held = new DataTransfer()
      for (const { name, type = '', text } of all) {
        const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0))
        held.items.add(new File([text ?? bytes], name, { type }))
      }
      return held
    },
    [files, pixel] as const,
  )
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer: transfer })
  await page.getByText(words).last().waitFor()
  await page.locator('body').dispatchEvent('drop', { dataTransfer: transfer })
}

// The client on PostgreSQL; other specs are walked on SQLite.
describe.each(lastEngine)('a newcomer with a spreadsheet and no documentation (%s)', (engine) => {
  let service: Running
  let window: Visit
  let page: Page
  beforeAll(async () => {
    service = await startService({ engine })
    const reply = await fetch(`${service.address}/api/new-app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...ada, name: ada.app, definition: 'A dig', db_engine: engine }),
    })
    expect(reply.status, await reply.text()).toBe(200)
    window = await visitAs(service.address, ada, { coarse: true })
    page = window.page
  })
  afterAll(async () => {
    await window.close()
    await service.stop()
  })

  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).waitFor()
  const go = (place: string) =>
    page.getByRole('navigation').getByRole('link', { name: place, exact: true }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const counts = () => page.getByRole('main').locator('dl').first().innerText()

  test('drops it on the home page, and pictures after it, and has a table with one click', async () => {
    await page.goto(`/app/${ada.app}`)
    await page.getByText('Drop a spreadsheet here').waitFor()
    const spreadsheet = { name: 'Small finds.csv', type: 'text/csv', text: finds }
    await drop(page, [spreadsheet], 'Drop to create a table')
    await heading('8 fields, 500 records')
    const kindOf = (column: string) =>
      page.getByRole('combobox', { name: `Kind of the field for ${column}` }).inputValue()
    expect(await Promise.all(['Find no.', 'Material', 'Weight (g)', 'Found on'].map(kindOf))).toEqual([
      'Short text',
      'Choice',
      'Number with decimals',
      'Date',
    ])
    expect(await page.getByRole('checkbox', { name: 'Places on the map' }).isChecked()).toBe(true)
    expect(await page.getByRole('checkbox', { name: 'Stratigraphic relations' }).isChecked()).toBe(true)
    await page.getByText('The columns Above and Below say how they lie to each other').waitFor()
    const pictures = ['F0001.png', 'F0002_north (1).png', 'IMG_2231.png'].map((name) => ({
      name,
      type: 'image/png',
    }))
    await drop(page, pictures, 'Drop pictures to bring them along')
    await page.getByText('and 3 pictures').waitFor()
    await drop(page, [{ name: 'report.docx' }], 'Drop pictures to bring them along')
    await page.getByText('This kind of file cannot be imported').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'newcomer-table')
    await press('Create table and import')
    await heading('Table “Small finds” created')
    await expect.poll(counts).toMatch(/new\s+500\s+on the map\s+500/)
    await expectAccessible(page)
    await keepPicture(page, 'newcomer-next')
  })

  test('relates them by the columns of the same file, after a circle was told and nothing was stored', async () => {
    await press('State relations')
    await page.getByText('F0001 covers F0002', { exact: true }).waitFor()
    await press('Import relations')
    const problems = page.getByRole('region', { name: 'Problems' })
    await expect
      .poll(() => problems.innerText())
      .toMatch(/closes a loop: F000\d covers F000\d, F000\d covers F000\d, F000\d covers F000\d\./)
    await page.getByRole('button', { name: /^Import \d+ valid rows$/ }).click()
    await heading('Import finished')
    await expect.poll(counts).toMatch(/new relations\s+450\s+repeated\s+50\s+not valid\s+1/)
    // They have places, and the pictures wait.
    expect(await page.getByRole('button', { name: 'Place on the map' }).count()).toBe(0)
  })

  test('adds the photographs that came along, which their names lead to their records', async () => {
    await page.getByText('3 pictures came along').waitFor()
    await press('Add photographs')
    await heading('2 pictures found their record')
    await page.getByText('1 picture matches no record, or several').waitFor()
    await press('Add photographs')
    await heading('Import finished')
    await expect.poll(counts).toMatch(/linked\s+2/)
  })

  test('drops the list of a matrix program, whose units are the labels of the records', async () => {
    await drop(page, [{ name: 'dig.lst', text: list }], 'Drop it here: Small finds')
    await page.getByText('F0010 covers F0011', { exact: true }).waitFor()
    await press('Import relations')
    await heading('Import finished')
    await expect.poll(counts).toMatch(/new relations\s+1\s+already there, skipped\s+1/)
    await page.getByRole('link', { name: 'Show the matrix' }).click()
    await page.getByText('500 units in Small finds').waitFor()
  })

  test('finds all of it in the list and on the map', async () => {
    const shown = () => page.getByRole('status').first().textContent()
    await window.follow('/records/small_finds')
    await expect.poll(shown).toBe('500 records')
    await page.getByRole('link', { name: 'F0002', exact: true }).click()
    await page.getByRole('region', { name: /^Files\s*1$/ }).waitFor()
    await go('Map')
    await expect.poll(shown, drawing).toBe('500 features')
  })

  test('makes a table of the units of a list, and takes its records back with one click', async () => {
    await go('Import')
    await drop(page, [{ name: 'layers.lst', text: list }], 'Drop a file to create a table')
    const into = page.getByRole('combobox', { name: 'Import into' })
    await expect.poll(() => into.inputValue()).toBe('Small finds')
    await into.click()
    await page.getByRole('option', { name: 'New table' }).click()
    await heading('1 field, 2 records')
    expect(await page.getByRole('checkbox', { name: 'below' }).isChecked()).toBe(false)
    await press('Create table and import')
    await heading('Table “Layers” created')
    await page.getByText('layers.lst says how they lie to each other').waitFor()
    const notice = noticeOf(page, '2 records imported into “Layers”')
    await notice.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('The table stays, without records.').waitFor()
    expect(await page.getByRole('heading', { name: 'What’s next?' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Settings of the table' }).click()
    await page.getByRole('heading', { name: 'Layers', level: 1 }).waitFor()
    expect(window.complaints()).toEqual([])
  })
})
