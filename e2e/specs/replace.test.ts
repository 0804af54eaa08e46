import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, expectAccessible, keepPicture, tokenOf, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('search and replace (%s)', (engine) => {
  let visit: Visit
  let call: (method: string, path: string, body?: object) => Promise<{ id?: number }>
  const made: number[] = []
  beforeAll(async () => {
    visit = await visitDemo(engine)
    const token = await tokenOf(visit.address)
    call = async (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const reply = await fetch(visit.address + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await reply.json()) as { id?: number }
    }
    for (const name of ['Replaced One', 'Replaced Two']) {
      const { id } = await call('POST', '/api/record/people', {
        core: { name, institution: 'Museo del Ventaglio' },
      })
      if (id !== undefined) made.push(id)
    }
  })
  afterAll(async () => {
    for (const id of made) await call('DELETE', `/api/record/people/${id}`)
    await visit.close()
  })

  test('shows exact counts and examples before anything happens, then does it', async () => {
    const { page } = visit
    await visit.open('/replace?table=people&field=institution')
    await page.getByRole('textbox', { name: 'Search for' }).fill('Ventaglio')
    await page.getByRole('textbox', { name: 'Replace with' }).fill('Compasso')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('heading', { name: '2 values would change' }).waitFor()
    await expect.poll(() => page.locator('del').count()).toBe(2)
    await expectAccessible(page)
    await keepPicture(page, 'replace-light')
    await page.getByText('The history keeps the old values.').waitFor()
    await page.getByRole('button', { name: 'Replace in 2 values' }).click()
    await page.getByText('2 values were changed').waitFor()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('No values of this field contain this text.').waitFor()
    expect(visit.complaints()).toEqual([])
  })
})
