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

describe.each(engines)('literature (%s)', (engine) => {
  let visit: Visit
  let call: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  let record = 0
  const switchRefman = (refman: 0 | 1) => call('PUT', '/api/config/table/people', { refman })
  beforeAll(async () => {
    visit = await visitDemo(engine)
    const token = await tokenOf(visit.address)
    call = async (method, path, body) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      const reply = await fetch(visit.address + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await reply.json()) as Record<string, unknown>
    }
    await switchRefman(1)
    const made = await call('POST', '/api/record/people', { core: { name: 'Reader of Books' } })
    record = Number(made['id'])
  })
  afterAll(async () => {
    await call('DELETE', `/api/record/people/${record}`)
    await switchRefman(0)
    await visit.close()
  })

  test('comes out of a library that an administrator connects', async () => {
    const { page } = visit
    await visit.open('/libraries')
    await page.getByRole('button', { name: 'Add library' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Zotero number' }).fill('501')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Alento survey')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('heading', { name: 'Alento survey' }).waitFor()
    await page.getByText('0 citations').waitFor()
  })

  test('is found while somebody types, and cited', async () => {
    const { page } = visit
    await visit.follow(`/record/people/${record}`)
    await page.getByRole('button', { name: 'Cite a work' }).click()
    const dialog = page.getByRole('dialog')
    for (const [word, name] of [
      ['Kilns', 'Cite Greco 1987'],
      ['Amphorae', 'Cite Marino 1987'],
    ] as const) {
      await dialog.getByRole('searchbox', { name: 'Search in Alento survey' }).fill(word)
      await dialog.getByRole('button', { name }).click()
      await dialog.getByText('cited', { exact: true }).waitFor()
    }
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const list = page.getByRole('list', { name: 'Bibliography' })
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
  })

  test('has pages and an order', async () => {
    const { page } = visit
    const list = page.getByRole('list', { name: 'Bibliography' })
    await page.getByRole('button', { name: 'Actions for Greco 1987' }).click()
    await page.getByRole('menuitem', { name: 'Pages and notes…' }).click()
    await page.getByRole('textbox', { name: 'Pages' }).fill('88–91')
    await page.keyboard.press('Enter')
    await list.getByText('pp. 88–91').waitFor()
    const kept = page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.ok())
    await page.getByRole('button', { name: 'Move Marino 1987' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => list.getByRole('listitem').first().innerText()).toContain('Amphorae')
    await kept
    await page.reload()
    await expect.poll(() => list.getByRole('listitem').first().innerText()).toContain('Amphorae')
    await expectAccessible(page)
    await keepPicture(page, 'bibliography-light')
  })

  test('is saved for bibliographic programs', async () => {
    const { page } = visit
    const section = page.getByRole('region', { name: 'Bibliography' })
    await section.getByRole('button', { name: 'Export' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'BibTeX' }).click()
    expect((await saved).suggestedFilename()).toMatch(/\.bib$/)
  })

  test('is taken away with a way back', async () => {
    const { page } = visit
    const list = page.getByRole('list', { name: 'Bibliography' })
    await page.getByRole('button', { name: 'Actions for Greco 1987' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await noticeOf(page, 'Greco 1987 is no longer cited').getByRole('button', { name: 'Undo' }).click()
    await list.getByText('pp. 88–91').waitFor()
    expect(visit.complaints()).toEqual([])
  })

  test('comes out of a library that two administrators change at once', async () => {
    const { page } = visit
    await visit.follow('/libraries')
    await page.getByRole('button', { name: 'Edit Alento survey' }).click()
    const dialog = page.getByRole('dialog')
    const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Alento valley')
    const [library] = (await call('GET', '/api/refman/libs'))['libs'] as readonly { id: number }[]
    await call('PATCH', `/api/refman/lib/${library?.id}`, { name: 'Alento 2026' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('"Alento 2026"').waitFor()
    expect(await name.inputValue()).toBe('Alento valley')
    await name.fill('Alento survey')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Alento survey' }).waitFor()
    // What the browser says of the refusal.
    visit.complaints()
  })

  test('is synced, and goes with its library after saying how much', async () => {
    const { page } = visit
    await visit.follow('/libraries')
    await page.getByText('2 citations').waitFor()
    await page.getByRole('button', { name: 'Sync now' }).click()
    await page.getByText('11 are unchanged').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'libraries-light')
    await page.getByRole('button', { name: 'Remove Alento survey' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 citations are deleted too, and cannot be restored.').waitFor()
    await dialog.getByRole('button', { name: 'Remove it and 2 citations' }).click()
    await page.getByRole('heading', { name: 'Alento survey', exact: true }).waitFor({ state: 'detached' })
    expect(visit.complaints()).toEqual([])
  })
})
