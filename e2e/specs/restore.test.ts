import { expect, test } from 'vitest'
import { demoPerson, tokenOf, visit } from '../browser.js'
import { startDemo } from '../services.js'

test('a backup is restored, and everybody logs in again', async () => {
  const service = await startDemo()
  const token = await tokenOf(service.address)
  await fetch(`${service.address}/api/backups`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const { page, close } = await visit(service.address)
  const logIn = async () => {
    await page.getByLabel('E-mail').fill(demoPerson.email)
    await page.getByLabel('Password', { exact: true }).fill(demoPerson.password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await page.goto('/app/demo/backups')
  await logIn()
  const rows = page.getByRole('table', { name: 'Backups' }).getByRole('row')
  await rows
    .nth(1)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  await page.getByLabel('Type demo to confirm').fill('demo')
  await page.getByRole('button', { name: 'Restore backup' }).click()
  await expect.poll(() => page.getByText('Log in again').count()).toBe(1)
  await logIn()
  await page.getByRole('heading', { name: 'Poggio Falcone', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect.poll(() => rows.getByText('before restoring').count()).toBe(1)
  await close()
  await service.stop()
})
