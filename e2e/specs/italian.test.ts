import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, keepPicture, type Visit, visitDemo } from '../browser.js'

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
})
