import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPerson, engines, expectAccessible, keepPicture, type Visit, visit } from '../browser.js'
import { addressOf, startDemo, startService } from '../services.js'

describe.each(engines)('the login (%s)', (engine) => {
  let door: Visit
  beforeAll(async () => {
    door = await visit(await addressOf(engine))
    await door.page.goto('/app/demo/users')
    await door.page.getByRole('heading', { name: 'Poggio Falcone' }).waitFor()
  })
  afterAll(() => door.close())

  const logIn = async (email: string, password: string) => {
    const { page } = door
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  test('says that a password is wrong, and keeps the address', async () => {
    const { page } = door
    await expectAccessible(page)
    await keepPicture(page, 'login-light')
    expect(await page.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('/docs/')
    await logIn(demoPerson.email, 'not this one')
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('is not correct')
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(demoPerson.email)
  })

  test('says that an account waits to be let in', async () => {
    const { page } = door
    await logIn('waiting@trowel.example', demoPerson.password)
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('is waiting for an administrator')
  })

  test('leads back to where the person wanted to go', async () => {
    const { page } = door
    await logIn(demoPerson.email, demoPerson.password)
    await page.getByRole('heading', { name: 'People and rights', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/demo/users')
  })

  test('is not asked for again in another tab', async () => {
    const tab = await door.page.context().newPage()
    await tab.goto('/app/demo/users')
    await tab.getByRole('heading', { name: 'People and rights', level: 1 }).waitFor()
    await tab.close()
  })
})

describe.each(engines)('an identity provider (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visit(await addressOf(engine))
  })
  afterAll(() => window.close())
  const university = 'Continue with University of Val d’Erme'

  test('that lets nobody in, or somebody who has no account, leads back to the login with the reason', async () => {
    const { page } = window
    await page.goto('/app/demo/records/phases')
    for (const [who, why] of [
      ['Back', 'The identity provider refused the login'],
      ['A guest', 'There is no account'],
    ] as const) {
      await page.getByRole('button', { name: university }).click()
      await page.getByRole('link', { name: who }).click()
      await page.getByRole('alert').filter({ hasText: why }).waitFor()
    }
    await expectAccessible(page)
  })

  test('lets a person in, to where they wanted to go', async () => {
    const { page } = window
    await page.getByRole('button', { name: university }).click()
    await page.getByRole('link', { name: 'Zoë Wörner' }).click()
    await page.getByRole('heading', { name: 'Phases', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Zoë Wörner' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/demo/records/phases')
  })

  test('session fixation: an answer that another browser asked for lets this one into no session', async () => {
    const { address } = window
    const origin = encodeURIComponent(address)
    const begin = async (answer: string) => {
      const reply = await fetch(
        `${address}/api/auth/oauth/university/redirect?app=demo&origin=${origin}${answer}`,
      )
      const { url } = (await reply.json()) as { url: string }
      const page = await (await fetch(url)).text()
      const [, back = ''] = /<a href="([^"]+)">Zoë Wörner</.exec(page) ?? []
      const landing = await fetch(back.replaceAll('&amp;', '&'), { redirect: 'manual' })
      return landing.headers.get('location') ?? ''
    }
    const victim = await visit(address)
    const { page } = victim
    const [withToken, withCode] = [await begin(''), await begin('&answer=code')]
    expect([withToken.includes('token='), withCode.includes('code=')]).toEqual([true, true])
    await page.goto(withToken)
    await page.getByRole('button', { name: 'Log in' }).waitFor()
    await page.goto('about:blank')
    await page.goto(withCode)
    await page.getByRole('alert').filter({ hasText: 'started in another window' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('trowel.token'))).toBeNull()
    await victim.close()
  })

  test('is asked in a window of its own when the session ends, and what was typed is still there', async () => {
    const { page } = window
    await page.goto('/app/demo/record/drawings/new')
    await page.getByRole('textbox', { name: 'Drawing' }).fill('D999')
    const kept = await page.evaluate(() => sessionStorage.getItem('trowel.token') ?? '{}')
    const token = (JSON.parse(kept) as { token: string }).token
    await fetch(`${window.address}/api/auth/logout`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await page.getByRole('button', { name: 'Create' }).click()
    const ended = page.getByRole('dialog', { name: 'Your session has ended' })
    const byUniversity = ended.getByRole('button', { name: university })
    await byUniversity.waitFor()
    await keepPicture(page, 'session-ended-light')
    const opened = page.waitForEvent('popup')
    await byUniversity.click()
    const beside = await opened
    const closed = beside.waitForEvent('close')
    await beside.getByRole('link', { name: 'Zoë Wörner' }).click()
    await closed
    await ended.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('textbox', { name: 'Drawing' }).inputValue()).toBe('D999')
  })
})

describe('too many attempts', () => {
  test('are answered with the time that is left', async () => {
    const service = await startDemo({ settings: { TROWEL_LIMIT_FAILED_LOGINS_PER_ACCOUNT: '1' } })
    const { page, close } = await visit(service.address)
    await page.goto('/login')
    for (const password of ['first try', 'second try']) {
      await page.getByLabel('E-mail').fill('reader@trowel.example')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').waitFor()
    }
    await expect.poll(() => page.getByText(/Try again in \d+:\d\d/).count()).toBe(1)
    await close()
    await service.stop()
  })
})

describe('an empty service', () => {
  test('leads to the first application and its first person', async () => {
    const service = await startService()
    const { page, close, complaints } = await visit(service.address)
    await page.goto('/')
    await page.getByRole('link', { name: 'Create first application' }).click()
    await page.getByLabel('Short name').fill('Valle Lunga')
    await expect.poll(() => page.getByLabel('Short name').inputValue()).toBe('valle_lunga')
    await page.getByLabel('Description').fill('Survey of a Roman estate')
    await page.getByLabel('Your e-mail').fill('ada@valle.example')
    await page.getByLabel(/^Password/).fill('opus-reticulatum')
    await expectAccessible(page)
    await keepPicture(page, 'setup-light')
    await page.getByRole('button', { name: 'Create application' }).click()
    await page.waitForURL('**/app/valle_lunga')
    // After logging out at once, the new application is there to log in to.
    await page.getByRole('button', { name: 'ada' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByLabel('E-mail').waitFor()
    expect(complaints()).toEqual([])
    await close()
    await service.stop()
  })
})
