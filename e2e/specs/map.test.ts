import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import { engines, expectAccessible, tokenOf, type Visit, visitDemo } from '../browser.js'

/** Drawing without a graphics card takes its time. */
const patience = { timeout: 60_000 }

describe.each(engines)('the map (%s)', (engine) => {
  let map: Visit
  let api: Api
  /** A site of our own, that no other journey looks at. */
  let site: number
  beforeAll(async () => {
    map = await visitDemo(engine, { coarse: true })
    // Fewer pixels are drawn sooner.
    await map.page.setViewportSize({ width: 1100, height: 640 })
    await map.open('')
    api = apiOf(map.address, await tokenOf(map.address))
    site = await api.create('sites', { code: 'ZM', name: 'Map journey' })
  })
  afterAll(async () => {
    await api.send('DELETE', `/api/record/sites/${site}`)
    await map.close()
  })

  /** Opens the map and waits until it is drawn. */
  const open = async (search: string) => {
    await map.follow(`/map${search}`)
    await map.page.getByRole('button', { name: 'Show all' }).waitFor(patience)
  }

  test('lists what is in view; choosing a feature flies there, shows its record and stands in the address', async () => {
    const { page } = map
    await open('?table=contexts')
    const list = page.getByRole('complementary', { name: 'What is on the map' })
    await list.getByRole('heading', { name: /^In view: (\d+) of \1$/ }).waitFor(patience)
    await expect
      .poll(() => list.getByRole('list', { name: 'Colours by Type' }).textContent())
      .toContain('masonry')
    await list.getByRole('button', { name: /^C1001/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^C1002/)
    await page.keyboard.press('Enter')
    const card = page.getByRole('region', { name: 'C1002' })
    await card.waitFor()
    await expect.poll(() => card.getByRole('definition').allTextContents()).toContain('ploughsoil')
    await expect.poll(() => new URL(page.url()).searchParams.get('feature')).not.toBeNull()
    await expect
      .poll(() => list.getByRole('heading', { name: /^In view/ }).textContent(), patience)
      .not.toMatch(/^In view: (\d+) of \1$/)
    await page.reload()
    await page.getByRole('region', { name: 'C1002' }).waitFor(patience)
    await page.getByRole('link', { name: 'Open the record' }).click()
    await page.getByRole('heading', { name: 'C1002', level: 1 }).waitFor(patience)
  })

  test('shows what a search finds', async () => {
    const { page } = map
    await open('?table=contexts')
    await page.getByRole('searchbox', { name: 'Search in all fields' }).fill('ploughsoil')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('ploughsoil')
    await expect
      .poll(() => page.getByRole('status').first().textContent(), patience)
      .toMatch(/^\d{1,2} features?$/)
  })

  test('is coloured by any field, numbers from little to much, and narrowed to some years', async () => {
    const { page } = map
    const legend = (field: string) => page.getByRole('list', { name: `Colours by ${field}` })
    await open('?table=contexts&by=fully_excavated')
    await legend('Fully excavated').waitFor(patience)
    expect((await legend('Fully excavated').getByRole('listitem').allTextContents()).join()).toMatch(
      /^No\d+,Yes\d+$/,
    )
    await page.getByRole('combobox', { name: 'Colour by' }).click()
    await page.getByRole('option', { name: 'Chronology from' }).click()
    await legend('Chronology from').waitFor(patience)
    await expect
      .poll(() => legend('Chronology from').textContent())
      .toMatch(/^\d+ BCE – < .* CE\d+No value\d+$/)
    expect(new URL(page.url()).searchParams.get('by')).toBe('chrono_from')

    // What has no date goes as soon as years are asked for.
    const heading = page.getByRole('heading', { name: /^In view/ })
    const whole = await heading.textContent()
    await page.getByRole('slider', { name: 'From the year' }).press('ArrowRight')
    await expect.poll(() => heading.textContent(), patience).not.toBe(whole)
    expect(new URL(page.url()).searchParams.get('years')).toMatch(/^-\d+,\d+$/)
    await page.getByRole('button', { name: 'All years' }).click()
    await expect.poll(() => heading.textContent(), patience).toBe(whole)
    expect(new URL(page.url()).searchParams.get('years')).toBeNull()

    // By keys, in words: the last year of the one end is the first of the other, and back to all years.
    const [from, to] = ['From the year', 'To the year'].map((end) => page.getByRole('slider', { name: end }))
    const latest = (await to?.getAttribute('aria-valuetext')) ?? ''
    expect(latest).toMatch(/^[1-9]\d* CE$/)
    await from?.press('End')
    await expect.poll(() => from?.getAttribute('aria-valuetext')).toBe(latest)
    await from?.press('Home')
    await expect.poll(() => from?.getAttribute('aria-valuetext')).toMatch(/^[1-9]\d* BCE$/)
    await expect.poll(() => new URL(page.url()).searchParams.get('years')).toBeNull()
  })

  test('takes a place that somebody has measured, another shape for it, and lets it go and come back', async () => {
    const { page } = map
    await map.open(`/record/sites/${site}`)
    await page.getByRole('region', { name: /^Map/ }).getByRole('link', { name: 'Add' }).click()
    await page.getByText('Area', { exact: true }).click(patience)
    const coordinates = page.getByRole('textbox', { name: 'Coordinates' })
    await coordinates.fill('43.06, 11.41\n43.06')
    await page.getByRole('button', { name: 'Put on the map' }).click()
    await page.getByText('An area needs three points').waitFor()
    await coordinates.fill('43.06, 11.41\n43.06, 11.412\n43.061, 11.412')
    await page.getByRole('button', { name: 'Put on the map' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const card = page.getByRole('region', { name: 'ZM' })
    await card.waitFor(patience)

    await card.getByRole('button', { name: 'Change shape' }).click()
    await expect.poll(() => coordinates.inputValue(), patience).toContain('43.061, 11.412')
    await coordinates.fill('43.06, 11.41\n43.06, 11.412\n43.062, 11.412')
    await page.getByRole('button', { name: 'Put on the map' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await card.waitFor(patience)

    await card.getByRole('button', { name: 'Remove from the map' }).click()
    await page.getByText('ZM was taken off the map').waitFor()
    const removed = page.getByRole('alert').filter({ hasText: 'ZM was taken off the map' })
    await removed.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: 1 map feature').waitFor()
    await map.open(`/record/sites/${site}`)
    await expect
      .poll(() => page.getByRole('region', { name: 'Coordinates' }).textContent(), patience)
      .toContain('43.062, 11.412')
    await expectAccessible(page)
  })

  test('draws tiles where there are more features than it can hold, and lists what is in view', async () => {
    const { page } = map
    // As the service answers for a table of more than 20,000: some of the features, and that there are more.
    const everything = /\/api\/geoface\?(?!.*bbox)/
    await page.route(everything, async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as {
        readonly geojson: { readonly features: readonly unknown[] }
        readonly meta: object
      }
      const features = body.geojson.features.slice(0, 5)
      await route.fulfill({
        response: answer,
        json: {
          ...body,
          geojson: { ...body.geojson, features },
          meta: { ...body.meta, truncated: true },
        },
      })
    })
    const tile = page.waitForResponse(/\/api\/geoface\/tiles\/contexts\//, patience)
    await open('?table=contexts')
    expect((await tile).status()).toBe(200)
    await page.getByText('More than 5 features').waitFor(patience)
    const list = page.getByRole('complementary', { name: 'What is on the map' })
    await list.getByRole('heading', { name: /^In view: the first ([6-9]|\d\d+)$/ }).waitFor(patience)
    await list.getByRole('button', { name: /^C\d/ }).last().click(patience)
    await page.getByRole('link', { name: 'Open the record' }).waitFor(patience)
    await page.unroute(everything)
  })

  test('asks no other server, and leaves nobody out', async () => {
    expect(map.complaints()).toEqual([])
    await expectAccessible(map.page)
  })
})
