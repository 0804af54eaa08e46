import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import {
  engines,
  expectAccessible,
  expectUncovered,
  keepPicture,
  noticeOf,
  tokenOf,
  type Visit,
  visitDemo,
} from '../browser.js'

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel })

describe.each(engines)('the files of a record (%s)', (engine) => {
  let person: Visit
  let api: Api
  let id: number
  beforeAll(async () => {
    person = await visitDemo(engine)
    api = apiOf(person.address, await tokenOf(person.address))
    id = await api.create('people', { name: 'Ines Fotografa', role: 'photographer' })
    await person.open(`/record/people/${id}`)
  })
  afterAll(async () => {
    for (const file of await api.filesOf('people', id)) await api.send('DELETE', `/api/file/${file.id}`)
    await api.send('DELETE', `/api/record/people/${id}`)
    await person.close()
  })
  const section = () => person.page.getByRole('region', { name: 'Files' })
  /** A file of the record, by what it is called. */
  const entry = (name: string) => section().getByRole('button', { name, exact: true })

  test('are added several at once, pictures as tiles and others as rows', async () => {
    const { page } = person
    await section().getByText('Drop photographs, drawings and documents here').waitFor()
    await section()
      .locator('input[type=file][multiple]')
      .setInputFiles([
        picture('trench-north.png'),
        picture('trench-south.png'),
        { name: 'diary.txt', mimeType: 'text/plain', buffer: Buffer.from('Rain in the morning.') },
      ])
    await entry('trench-south.png').waitFor()
    await entry('diary.txt').waitFor()
    await entry('trench-north.png').waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Uploading' }).count()).toBe(0)
    await expect
      .poll(async () => (await api.filesOf('people', id)).map(({ filename }) => filename).sort())
      .toEqual(['diary', 'trench-north', 'trench-south'])
  })

  test('are printed unless somebody takes a picture out of print', async () => {
    const { page } = person
    const printable = async () =>
      (await api.filesOf('people', id)).find(({ filename }) => filename === 'trench-south')?.printable
    const menuOf = (name: string) =>
      section()
        .getByRole('button', { name: `Actions for ${name}` })
        .click()
    const inMenu = (name: string) => page.getByRole('menuitem', { name })
    await menuOf('trench-south.png')
    await inMenu('Leave out of print').click()
    await expect.poll(printable).toBe(false)
    await entry('trench-south.png').click()
    const details = page.getByRole('complementary', { name: 'Details' })
    const inDetails = details.getByRole('switch', { name: 'Include in print' })
    await expect.poll(() => inDetails.isChecked()).toBe(false)
    await inDetails.check()
    await expect.poll(printable).toBe(true)
    await page.keyboard.press('Escape')
    await menuOf('diary.txt')
    await inMenu('Download').waitFor()
    expect(await inMenu('Leave out of print').count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('are dropped, and one that is no picture says so without stopping the others', async () => {
    const { page } = person
    const held = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['no picture'], 'sherd.txt'))
      transfer.items.add(new File([new Uint8Array([255, 216, 255, 224, 0, 16])], 'broken.jpg'))
      return transfer
    })
    const place = entry('diary.txt')
    await place.dispatchEvent('dragenter', { dataTransfer: held })
    await section().getByText('Drop to add to this record').waitFor()
    await place.dispatchEvent('drop', { dataTransfer: held })
    await entry('sherd.txt').waitFor()
    const alert = section().getByRole('alert')
    await alert.waitFor()
    await section().getByRole('button', { name: 'Dismiss broken.jpg' }).click()
    await alert.waitFor({ state: 'detached' })
    // The browser itself tells of the refused upload.
    person.complaints()
  })

  test('can be added on a telephone, where what is done with them stays on the screen', async () => {
    const { page } = person
    await page.setViewportSize({ width: 390, height: 844 })
    for (const name of ['Add files', 'Link a file']) {
      const button = section().getByRole('button', { name })
      const right = async () => {
        const box = await button.boundingBox()
        return (box?.x ?? 0) + (box?.width ?? Number.POSITIVE_INFINITY)
      }
      await expect.poll(right).toBeLessThanOrEqual(390)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('that are texts are read where they are', async () => {
    const { page } = person
    await entry('diary.txt').click()
    const viewer = page.getByRole('dialog', { name: 'diary.txt' })
    await viewer.frameLocator('iframe').getByText('Rain in the morning.').waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })

  test('are taken with the camera of a tablet', async () => {
    const tablet = await visitDemo(engine, { tablet: true })
    await tablet.page.goto(`/app/demo/record/people/${id}`)
    const files = tablet.page.getByRole('region', { name: 'Files' })
    await files.getByRole('button', { name: 'Take a picture' }).waitFor()
    const camera = files.locator('input[type=file][capture=environment]')
    await expect.poll(() => camera.getAttribute('accept')).toBe('image/*')
    await camera.setInputFiles(picture('taken-just-now.png'))
    await files.getByRole('button', { name: 'taken-just-now.png', exact: true }).waitFor()
    expect(tablet.complaints()).toEqual([])
    await tablet.close()
  })

  test('are put in order by the keyboard', async () => {
    const names = async () => (await api.filesOf('people', id)).map(({ filename }) => filename)
    const [first] = await names()
    await section()
      .getByRole('button', { name: new RegExp(`^${first}.`) })
      .focus()
    await person.page.keyboard.press('Alt+ArrowRight')
    await expect.poll(async () => (await names()).indexOf(first ?? '')).toBe(1)
  })

  test('are put in order by dragging', async () => {
    const names = async () => (await api.filesOf('people', id)).map(({ filename }) => filename)
    const pictures = (await names()).filter((name) => name.startsWith('trench'))
    const tiles = section().getByRole('listitem').filter({ hasText: 'trench' })
    await tiles.nth(1).dragTo(tiles.nth(0))
    await expect
      .poll(async () => (await names()).filter((name) => name.startsWith('trench')))
      .toEqual(pictures.toReversed())
  })

  test('are looked at over the whole window, and described there', async () => {
    const { page } = person
    await entry('trench-north.png').click()
    const viewer = page.getByRole('dialog', { name: 'trench-north.png' })
    await viewer.waitFor()
    await page.keyboard.press('ArrowRight')
    await viewer.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowLeft')
    await viewer.waitFor()
    await expectAccessible(page)
    await viewer.getByRole('textbox', { name: 'Description' }).fill('Trench from the north')
    // What was typed is kept, and only the input is left.
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Trench from the north' }).waitFor()
    await page.getByText('Saved', { exact: true }).waitFor()
    await keepPicture(page, 'viewer-light')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await entry('Trench from the north').waitFor()
  })

  test('are drawn on, measured and compared', async () => {
    const { page } = person
    await entry('Trench from the north').click()
    const viewer = page.getByRole('dialog', { name: 'Trench from the north' })
    await viewer.getByRole('button', { name: 'Draw', exact: true }).click()
    const stage = viewer.getByRole('region', { name: 'Trench from the north' })
    const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
      const box = await stage.boundingBox()
      const at = ([x, y]: readonly [number, number]) =>
        [(box?.x ?? 0) + x * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0)] as const
      await page.mouse.move(...at(from))
      await page.mouse.down()
      await page.mouse.move(...at(to), { steps: 4 })
      await page.mouse.up()
    }
    const marks = viewer.locator('svg g')
    await drag([0.4, 0.4], [0.5, 0.5])
    await expect.poll(() => marks.count()).toBe(1)
    await viewer.getByRole('button', { name: 'Ellipse' }).click()
    await drag([0.55, 0.4], [0.6, 0.5])
    await expect.poll(() => marks.count()).toBe(2)
    await viewer.getByRole('button', { name: 'Undo last step' }).click()
    await expect.poll(() => marks.count()).toBe(1)
    // By keys: put in the middle, and moved from there.
    await viewer.getByRole('button', { name: 'Numbered point' }).click()
    await viewer.getByRole('button', { name: 'Put in the middle' }).click()
    await viewer.getByRole('textbox', { name: 'Text of the mark' }).fill('Charcoal')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowLeft')
    await expectAccessible(page)
    await viewer.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await viewer.getByRole('button', { name: 'Save marks' }).click()
    const stored = async () =>
      (await api.filesOf('people', id)).find(({ description }) => description === 'Trench from the north')
    await expect
      .poll(async () => (await stored())?.marks)
      .toMatchObject([
        { kind: 'arrow', size: 'medium' },
        { kind: 'number', points: [[0.495, 0.5]], number: 1, text: 'Charcoal' },
      ])

    await viewer.getByRole('button', { name: 'Scale', exact: true }).click()
    await viewer.getByRole('textbox', { name: 'Pixels per centimetre' }).fill('20')
    await viewer.getByRole('button', { name: 'Save scale' }).click()
    await viewer.getByRole('img', { name: /^Scale: the bar is .+ long$/ }).waitFor()
    expect((await stored())?.pixels_per_cm).toBe(20)
    await viewer.getByRole('button', { name: 'Marks', exact: true }).click()
    await expect.poll(() => marks.count()).toBe(0)

    await viewer.getByRole('button', { name: 'Compare' }).click()
    await viewer.getByRole('combobox', { name: 'Second picture' }).waitFor()
    await expect.poll(() => viewer.locator('section img').count()).toBe(2)
    const whole = (await viewer.locator('section img').first().boundingBox())?.width ?? 0
    await expectUncovered(viewer.getByRole('button', { name: 'Zoom in' }))
    await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await expect
      .poll(async () => (await viewer.locator('section img').first().boundingBox())?.width)
      .toBeGreaterThan(whole * 1.2)
    await viewer.getByRole('button', { name: 'Compare' }).click()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'detached' })
  })

  test('that are here already are found and linked, and taken off again with a way back', async () => {
    const { page } = person
    await section().getByRole('button', { name: 'Link a file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link an existing file' })
    await dialog.getByRole('searchbox').fill('Bowl with heraldic bird')
    // Until it was searched, the newest files stand there: those of this record, which are linked.
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
    await dialog.getByRole('button', { name: 'Link Bowl with heraldic bird' }).click()
    await dialog.getByText('Linked', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const more = section().getByRole('button', { name: 'Actions for Bowl with heraldic bird' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Unlink' }).click()
    await more.waitFor({ state: 'detached' })
    await noticeOf(page, 'Bowl with heraldic bird was unlinked').getByRole('button', { name: 'Undo' }).click()
    await more.waitFor()
    // It belongs to a find; here it is only taken off.
    await more.click()
    await page.getByRole('menuitem', { name: 'Unlink' }).click()
    await more.waitFor({ state: 'detached' })
  })

  test('are replaced by others, and deleted after it was said from where', async () => {
    const { page } = person
    const more = () => section().getByRole('button', { name: 'Actions for diary.txt' })
    await more().click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Replace file…' }).click(),
    ])
    await chooser.setFiles({ name: 'diary.md', mimeType: 'text/plain', buffer: Buffer.from('# Sun') })
    await entry('diary.md').waitFor()
    await section().getByRole('button', { name: 'Actions for diary.md' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const question = page.getByRole('dialog', { name: 'Delete diary.md?' })
    await question.getByText('People Ines Fotografa').waitFor()
    await question.getByRole('button', { name: 'Delete for good' }).click()
    await entry('diary.md').waitFor({ state: 'detached' })
  })

  test('are found among all files, from where links lead to their records', async () => {
    const { page } = person
    await person.follow('/files')
    await page.getByRole('searchbox', { name: 'Search files' }).fill('Trench from the north')
    await expect.poll(() => page.getByRole('status').first().textContent()).toBe('1 file')
    expect(new URL(page.url()).searchParams.get('q')).toBe('Trench from the north')
    await page.getByText('List', { exact: true }).click()
    const keywords = page.getByRole('textbox', { name: 'Keywords: Trench from the north' })
    await keywords.fill('trench, north')
    await keywords.press('Enter')
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'People Ines Fotografa' }).click()
    await page.getByRole('heading', { name: 'Ines Fotografa', level: 1 }).waitFor()
  })

  test('of no record are listed apart', async () => {
    const { page } = person
    await section().getByRole('button', { name: 'Actions for sherd.txt' }).click()
    await page.getByRole('menuitem', { name: 'Unlink' }).click()
    await entry('sherd.txt').waitFor({ state: 'detached' })
    await person.follow('/files')
    await page.getByRole('switch', { name: 'Only files without a record' }).check()
    const orphan = page.getByRole('button', { name: 'sherd.txt', exact: true })
    await orphan.waitFor()
    await page.getByText('No record', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Actions for sherd.txt' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await orphan.waitFor({ state: 'detached' })
    expect(person.complaints()).toEqual([])
  })
})
