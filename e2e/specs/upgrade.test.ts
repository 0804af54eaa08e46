import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexName } from '../../packages/server/dist/catalogue/physical-names.js'
import { demoPerson, expectAccessible, type Visit, visit, visitAs } from '../browser.js'
import { makeFolder } from '../program.js'
import { type Running, startDemo, startService } from '../services.js'

// An application in which one step cannot be done: something else has the name of the index that the step
// makes.
const step = '0004_versions_by_user'
const title = 'What one person changed is found quickly'
const taken = indexName('sys_versions', 'userid')
let folder: string
let service: Running
let dig: Visit
const inDatabase = (statements: string) => {
  const database = new DatabaseSync(join(folder, 'applications', 'demo', 'trowel.sqlite'))
  database.exec(statements)
  database.close()
}
beforeAll(async () => {
  folder = await makeFolder()
  const before = await startDemo({ folder })
  await before.stop()
  inDatabase(`
    DROP INDEX "${taken}";
    CREATE TABLE "${taken}" ("id" INTEGER);
    DELETE FROM "sys_migrations" WHERE "name" = '${step}'`)
  service = await startService({ folder })
})
afterAll(async () => {
  await dig.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

test('people are told at the door that the application waits for an administrator', async () => {
  const door = await visit(service.address)
  const { page } = door
  await page.goto('/app/demo/records/finds')
  await page.getByText('This application needs an upgrade').first().waitFor()
  await page.getByLabel('E-mail').fill('reader@trowel.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPerson.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'an administrator has to finish it' }).waitFor()
  await door.close()
})

test('an administrator is told wherever they are, sees what waits, and why it stopped', async () => {
  dig = await visitAs(service.address, demoPerson)
  const { page } = dig
  await dig.open('/records/finds')
  await page.getByRole('link', { name: 'Show upgrade' }).click()
  await page.getByRole('row', { name: `4 ${title} To do` }).waitFor()
  await page.getByText('One step to do').waitFor()
  dig.complaints()
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await page.getByText(`It stopped at the step "${title}"`).waitFor()
  await expectAccessible(page)
})

test('what waited is done, and everybody may enter', async () => {
  const { page } = dig
  inDatabase(`DROP TABLE "${taken}"`)
  await page.getByRole('button', { name: 'Upgrade' }).click()
  await page.getByText('This application is up to date.').waitFor()
  await page.getByText('To do').waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: 'Show upgrade' }).count()).toBe(0)
  const other = await visitAs(service.address, { ...demoPerson, email: 'reader@trowel.example' })
  await other.open('/records/phases')
  await other.page.getByRole('grid').getByRole('link', { name: 'VIII' }).waitFor()
  await other.close()
})
