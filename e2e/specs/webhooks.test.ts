import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  openReceiver,
  type Receiver,
  withStatus,
} from '../../packages/server/dist/modules/webhooks/testing/open-receiver.js'
import { apiOf } from '../api.js'
import { engines, expectAccessible, keepPicture, tokenOf, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('webhooks (%s)', (engine) => {
  let receiver: Receiver
  let visit: Visit
  beforeAll(async () => {
    receiver = await openReceiver()
    visit = await visitDemo(engine)
  })
  afterAll(async () => {
    await visit.close()
    await receiver.close()
  })

  test('one is made, tested and followed; paused, it is seen on the start page, and goes on where it was', async () => {
    const { page, open, complaints, address } = visit
    await open('/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill('http://192.168.0.1/trowel')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByText(/^The address must begin with https/).waitFor()
    await dialog.getByLabel('Address').fill(receiver.url)
    await dialog.getByRole('radio', { name: 'Some tables' }).check()
    await dialog.getByRole('combobox', { name: 'Tables' }).fill('Contexts')
    await page.getByRole('option', { name: 'Contexts', exact: true }).click()
    await page.keyboard.press('Tab')
    await dialog.getByRole('checkbox', { name: 'Deleted' }).uncheck()
    await expectAccessible(page)
    await keepPicture(page, 'webhook-form-light')
    await dialog.getByRole('button', { name: 'Create webhook' }).click()
    const secret = await page.getByLabel('Secret').inputValue()
    expect(secret).toMatch(/^whsec_/)
    await keepPicture(page, 'webhook-secret-light')
    const copied = page.evaluate(textThatIsCopied)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    expect(await copied).toBe(secret)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const card = page.getByRole('article').filter({ hasText: receiver.url })
    await expect.poll(() => card.textContent()).toContain('Contexts (Created, Changed)')

    await card.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Send a test' }).click()
    await page.getByText('Delivered; the receiver answered 204').waitFor()
    receiver.answer = withStatus(410)
    const api = apiOf(address, await tokenOf(address))
    await api.send('PATCH', '/api/record/contexts/1', { core: { interpretation: 'told to others' } })
    await expect.poll(() => receiver.sets().length, { timeout: 10_000 }).toBe(1)

    await open('')
    const notice = page.getByRole('link', { name: '1 webhook is paused' })
    await notice.waitFor()
    await notice.click()
    await card.getByText('does not want deliveries any more').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'webhooks-paused-light')
    receiver.answer = withStatus(204)
    await card.getByRole('button', { name: 'Activate', exact: true }).click()
    await expect.poll(() => receiver.sets().length, { timeout: 10_000 }).toBe(2)
    await card.getByRole('link', { name: /^Deliveries/ }).click()
    const lines = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem')
    await expect.poll(() => lines.first().textContent()).toContain('Delivered · 204')
    expect(await lines.count()).toBe(3)
    await expectAccessible(page)
    await keepPicture(page, 'webhook-deliveries-light')
    await lines
      .nth(1)
      .getByRole('button', { name: /^Send again/ })
      .click()
    await expect.poll(() => receiver.sets().length).toBe(3)

    await page.getByRole('link', { name: 'Webhooks' }).first().click()
    await card.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'New secret' }).click()
    await page.getByRole('button', { name: 'Create new secret' }).click()
    await page.getByText(/^The previous secret is valid/).waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await card.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await expect.poll(() => card.count()).toBe(0)
    // The address that was refused.
    expect(complaints()).toEqual([expect.stringContaining('status of 422')])
  })
})

/** Evaluated in a page that comes without encryption, where what is selected is copied. */
const textThatIsCopied = () =>
  new Promise<string>((resolve) => {
    document.addEventListener('copy', () => resolve(String(document.getSelection())), { once: true })
  })
