import { readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../packages/server/dist/testing/long-tests.js'
import { demoPerson, engines, keepPicture, tokenOf, type Visit, visit, visitDemo } from '../browser.js'
import { makeFolder } from '../program.js'
import { startDemo } from '../services.js'

/** Where the service refuses, an Italian page says why in Italian; what people wrote themselves stays. */
describe.each(engines)('a refusal on an Italian page (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine, { language: 'it-IT' })
  })
  afterAll(() => window.close())

  const alerts = () => window.page.getByRole('alert').allInnerTexts()
  const listing = (search: Readonly<Record<string, string>>) =>
    window.open(`/records/finds?${new URLSearchParams(search)}`)

  test('names the place of a mistake in an expression', async () => {
    await listing({ expert: 'material = ' })
    await expect
      .poll(alerts)
      .toContainEqual(expect.stringContaining('L’espressione non si capisce al carattere 12: qui ci vuole'))
    await keepPicture(window.page, 'italian-expression')
    window.complaints()
  })

  test.each([
    ['a value', { id: { _eq: 'x' } }, 'Il filtro non si capisce: filter.id._eq vuole qui un numero intero.'],
    ['an operator', { id: { _is: 1 } }, 'L’operatore «_is» non esiste (filter.id._is).'],
    ['a field', { nowhere: { _eq: 1 } }, 'La tabella «finds» non ha il campo «nowhere».'],
  ])('names %s of a filter in the address that cannot be', async (_, filter, text) => {
    await listing({ filter: JSON.stringify(filter) })
    await expect.poll(alerts).toContainEqual(expect.stringContaining(text))
    await keepPicture(window.page, 'italian-filter')
    window.complaints()
  })

  test('says how long a text may be', async () => {
    await window.open('/profile')
    await window.page.getByRole('textbox', { name: 'Nome' }).fill('x'.repeat(300))
    await window.page.getByRole('button', { name: 'Salva' }).first().click()
    await window.page.getByText('Un nome ha al massimo 120 caratteri.').first().waitFor()
    await keepPicture(window.page, 'italian-too-long')
    window.complaints()
  })
})

// Tests of the service and of the words hold the parts of this sentence.
if (isLong)
  test('an Italian page says that a damaged backup is not restored', async () => {
    const folder = await makeFolder()
    const service = await startDemo({ folder })
    const token = await tokenOf(service.address)
    await fetch(`${service.address}/api/backups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    const backups = join(folder, 'applications/demo/backups')
    const [name = ''] = (await readdir(backups)).filter((one) => one.endsWith('.zip'))
    await truncate(join(backups, name), 1000)
    const { page, close } = await visit(service.address, { language: 'it-IT' })
    await page.goto('/app/demo/backups')
    await page.getByLabel('E-mail').fill(demoPerson.email)
    await page.getByLabel('Password', { exact: true }).fill(demoPerson.password)
    await page.getByRole('button', { name: 'Entra', exact: true }).click()
    const rows = page.getByRole('table', { name: 'Copie di sicurezza' }).getByRole('row')
    await rows
      .nth(1)
      .getByRole('button', { name: /^Azioni/ })
      .click()
    await page.getByRole('menuitem', { name: 'Ripristina…' }).click()
    await page.getByLabel('Scrivi demo per confermare').fill('demo')
    await page.getByRole('button', { name: 'Ripristina la copia' }).click()
    await expect
      .poll(() => page.getByRole('alert').allInnerTexts())
      .toEqual([expect.stringContaining('La copia di sicurezza non si può ripristinare e nulla è cambiato.')])
    await keepPicture(page, 'italian-restore')
    await close()
    await service.stop()
  })
