import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import { answerTo, engines, expectAccessible, noticeOf, tokenOf, type Visit, visitDemo } from '../browser.js'

/** Drawing without a graphics card takes its time. */
const patience = { timeout: 60_000 }
/** For what is clicked until it is there: each click is drawn. */
const seldom = { ...patience, interval: 400 }

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

  const side = (name: 'Layers' | 'Records') => map.page.getByRole('tab', { name }).click()

  test('lists what is in view; choosing a feature flies there, shows its record and stands in the address', async () => {
    const { page } = map
    await open('?table=contexts')
    const list = page.getByRole('complementary', { name: 'On the map' })
    await expect
      .poll(() => list.getByRole('list', { name: 'Colours by Type' }).textContent(), patience)
      .toContain('masonry')
    await list.getByRole('tab', { name: 'Records' }).click()
    await list.getByRole('heading', { name: /^In view: (\d+) of \1$/ }).waitFor(patience)
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
    await side('Records')
    await page.getByRole('searchbox', { name: 'Search in all fields' }).fill('ploughsoil')
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('ploughsoil')
    await expect
      .poll(() => page.getByRole('status').first().textContent(), patience)
      .toMatch(/^\d{1,2} features?$/)
  })

  test('goes to the place of a link that is followed on it, and back to where it was', async () => {
    const { page } = map
    const inView = (of: RegExp) => page.getByRole('heading', { name: of }).waitFor(patience)
    const everything = /^In view: ([1-9]\d*) of \1$/
    const nothing = /^In view: 0 of [1-9]\d*$/
    await open('?table=contexts')
    await side('Records')
    await page.getByRole('button', { name: 'Show all' }).click()
    await inView(everything)
    const whole = new URL(page.url()).searchParams.get('at')
    await map.follow('/map?table=contexts&at=11.5,43.2,17')
    await inView(nothing)
    await map.follow('/map?table=finds&at=11.6,43.3,17')
    await inView(nothing)
    await page.goBack()
    await page.getByRole('region', { name: 'Map of Contexts' }).waitFor(patience)
    await inView(nothing)
    await page.goBack()
    await inView(everything)
    expect(new URL(page.url()).searchParams.get('at')).toBe(whole)
    await page.goForward()
    await inView(nothing)
    await page.goBack()
    await inView(everything)
  })

  test('is coloured by any field, numbers from little to much, and narrowed to some years', async () => {
    const { page } = map
    const legend = (field: string) => page.getByRole('list', { name: `Colours by ${field}` })
    await open('?table=contexts&by=fully_excavated')
    await side('Layers')
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
    await side('Records')
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

  test('tells scale and coordinates in the system of the project, and measures ways and areas', async () => {
    const { page } = map
    await api.send('PUT', '/api/config/geoface/reference-system', { epsg: 32632 })
    await open('?table=contexts')
    await page.getByRole('button', { name: /^Scale 1:/ }).click()
    await page.getByRole('menuitem', { name: '1:100', exact: true }).click()
    await page.getByRole('button', { name: 'Scale 1:100', exact: true }).waitFor(patience)
    await page.getByRole('button', { name: 'Measure' }).click()
    const card = page.getByRole('region', { name: 'Measure' })
    const stage = await page.getByRole('region', { name: 'Map of Contexts' }).boundingBox()
    const middle = {
      x: (stage?.x ?? 0) + 0.4 * (stage?.width ?? 0),
      y: (stage?.y ?? 0) + 0.8 * (stage?.height ?? 0),
    }
    // A centimetre of the screen is a metre: 96 pixels are an inch.
    const centimetre = 96 / 2.54
    const click = async (across: number, up: number) => {
      const [x, y] = [middle.x + across * centimetre, middle.y - up * centimetre]
      await page.mouse.move(x - 3, y)
      await page.mouse.move(x, y)
      await page.mouse.click(x, y)
    }
    // Where a click falls before the tools are here it draws nothing.
    await expect
      .poll(async () => {
        await click(0, 0)
        await click(3, 0)
        return card.getByRole('definition').count()
      }, seldom)
      .toBe(1)
    await card.getByRole('button', { name: 'Start over' }).click()
    const measured = () => card.getByRole('definition').allTextContents()
    await click(0, 0)
    await click(3, 0)
    await click(3, 2)
    await expect.poll(measured).toEqual([expect.stringMatching(/^(4\.9|5\.0)\d m$/)])
    await card.getByText(/^Last step: (1\.9|2\.0)\d m, (0\.\d|359\.\d)° from north$/).waitFor()
    await page.getByText(/^69\d{4}\.\d\d E, 477\d{4}\.\d\d N$/).waitFor()
    await card.getByText('Area', { exact: true }).click()
    await click(0, 0)
    await click(3, 0)
    await click(3, 2)
    await click(0, 2)
    await click(0, 0)
    await expect
      .poll(measured)
      .toEqual([expect.stringMatching(/^(5\.9|6\.0)\d m²$/), expect.stringMatching(/^(9\.9|10\.0)\d m$/)])
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Stop measuring' }).click()
    await page.getByRole('button', { name: 'Coordinates in WGS 84 / UTM zone 32N' }).click()
    await page.getByRole('menuitem', { name: 'WGS 84', exact: true }).click()
    await page.mouse.move(middle.x, middle.y)
    await page.getByText(/^43\.0\d{5}, 11\.4\d{5}$/).waitFor()
    await api.send('PUT', '/api/config/geoface/reference-system', { epsg: null })
  })

  test('prints a sheet with legend, grid, and a scale that is true', async () => {
    const { page } = map
    await open('?table=contexts')
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Print map' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Trenches A to F')
    await dialog.getByRole('combobox', { name: 'Scale' }).click()
    // The smaller what is there, the fewer of the many dots of the paper are covered by it.
    await page.getByRole('option', { name: '1:2000', exact: true }).click()
    await dialog.getByText('Portrait').click()
    await dialog.getByText('Scale 1:2000').waitFor(patience)
    await dialog.getByText('Contexts: Type').waitFor(patience)
    await dialog.getByText('masonry', { exact: true }).waitFor()
    await expectAccessible(page)
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printing', '')
    })
    const print = dialog.getByRole('button', { name: 'Print', exact: true })
    await expect.poll(() => print.isEnabled(), patience).toBe(true)
    await print.click()
    await page.locator('body[data-printing]').waitFor(patience)
    await page.emulateMedia({ media: 'print' })
    expect(await dialog.isVisible()).toBe(false)
    const sheet = page.locator('body > [data-page="A4 portrait"]')
    await sheet.getByText('Trenches A to F').waitFor()
    // A pixel of the page is a 96th of an inch of paper, and holds three dots each way.
    const picture = await sheet.locator('img').evaluate((image: HTMLImageElement) => ({
      dots: image.naturalWidth / image.getBoundingClientRect().width,
      paper: image.closest('[data-direction]')?.getBoundingClientRect().width,
    }))
    expect(picture).toEqual({ dots: expect.closeTo(3, 1), paper: expect.closeTo((210 / 25.4) * 96, 0) })
    await page.emulateMedia({ media: null })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect.poll(() => sheet.count()).toBe(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('takes a place that somebody has measured, asks before it is left, changes it and lets it go and come back', async () => {
    const { page } = map
    await map.open(`/record/sites/${site}`)
    await page.getByRole('region', { name: /^Map/ }).getByRole('link', { name: 'Add' }).click()
    await page.getByText('Area', { exact: true }).click(patience)
    const coordinates = page.getByRole('textbox', { name: 'Coordinates' })
    await coordinates.fill('43.06, 11.41\n43.06')
    await page.getByRole('button', { name: 'Save to map' }).click()
    await page.getByText('An area needs three points').waitFor()
    await coordinates.fill('43.06, 11.41\n43.06, 11.412\n43.061, 11.412')
    await page.getByRole('button', { name: 'Save to map' }).click()
    await page.getByRole('link', { name: 'Timeline', exact: true }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const card = page.getByRole('region', { name: 'ZM' })
    await card.waitFor(patience)

    await card.getByRole('button', { name: 'Edit shape' }).click()
    await expect.poll(() => coordinates.inputValue(), patience).toContain('43.061, 11.412')
    await coordinates.fill('43.06, 11.41\n43.06, 11.412\n43.062, 11.412')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await card.waitFor(patience)

    await card.getByRole('button', { name: 'Remove from the map' }).click()
    await page.getByText('ZM was removed from the map').waitFor()
    const removed = noticeOf(page, 'ZM was removed from the map')
    await removed.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone: 1 map feature').waitFor()
    await map.open(`/record/sites/${site}`)
    await expect
      .poll(() => page.getByRole('region', { name: 'Coordinates' }).textContent(), patience)
      .toContain('43.062, 11.412')
    await expectAccessible(page)
  })

  test('keeps the hole of an area when the area beside it is taken away, and when its corners are typed', async () => {
    const { page } = map
    const square = (x: number, y: number, side: number) => [
      [x, y],
      [x + side, y],
      [x + side, y + side],
      [x, y + side],
      [x, y],
    ]
    const hole = square(11.431, 43.061, 0.001)
    const coordinates = [[square(11.41, 43.06, 0.005)], [square(11.43, 43.06, 0.005), hole]]
    const { geo_id } = await api.send<{ geo_id: number }>('POST', '/api/geoface/feature', {
      tb: 'sites',
      id: site,
      geometry: { type: 'MultiPolygon', coordinates },
    })
    await open(`?table=sites&record=${site}&feature=${geo_id}`)
    await page.getByRole('button', { name: 'Edit shape' }).click(patience)
    const corners = page.getByRole('textbox', { name: 'Coordinates' })
    await expect.poll(() => corners.inputValue(), patience).toContain('11.43')
    await page.locator('canvas.maplibregl-canvas').focus()
    await page.keyboard.press('Delete')
    await expect.poll(() => corners.inputValue(), patience).not.toContain('11.41')
    await corners.fill((await corners.inputValue()).replace('43.065, 11.435', '43.066, 11.435'))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit shape' }).waitFor(patience)
    const stored = await api.send('GET', `/api/record/sites/${site}`)
    const outline = '(11.43 43.06, 11.435 43.06, 11.435 43.066, 11.43 43.065, 11.43 43.06)'
    const hollow = '(11.431 43.061, 11.432 43.061, 11.432 43.062, 11.431 43.062, 11.431 43.061)'
    expect(JSON.stringify(stored)).toContain(`POLYGON (${outline}, ${hollow})`)
  })

  test('draws tiles where there are more features than it can hold, and lists what is in view', async () => {
    const { page } = map
    // As the service answers for a table of more than 20,000: some of the features, and that there are more.
    const everything = /\/api\/geoface\?(?!.*bbox)/
    await page.route(everything, async (route) => {
      const answer = await answerTo(route)
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
    await side('Records')
    const list = page.getByRole('complementary', { name: 'On the map' })
    await list.getByRole('heading', { name: /^In view: the first ([6-9]|\d\d+)$/ }).waitFor(patience)
    await list.getByRole('button', { name: /^C\d/ }).last().click(patience)
    await page.getByRole('link', { name: 'Open the record' }).waitFor(patience)
    await page.unroute(everything)
  })

  test('shows several tables over each other, in an order, all that lies in one place, and is saved', async () => {
    const { page } = map
    await open('?table=contexts')
    await side('Layers')
    const panel = page.getByRole('complementary', { name: 'On the map' })
    const layers = panel.getByRole('list', { name: 'Layers' })
    const names = () => layers.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.ariaLabel))
    for (const table of ['Trenches', 'Finds']) {
      await panel.getByRole('button', { name: 'Add layer' }).click()
      await page.getByRole('menuitem', { name: table }).click()
      await layers.getByRole('button', { name: new RegExp(`^${table} \\d+$`) }).waitFor(patience)
    }
    expect(await names()).toEqual(['Show Finds', 'Show Trenches', 'Show Contexts', 'Show Survey grid, 10 m'])
    await panel.getByRole('button', { name: 'Move Trenches' }).press('ArrowDown')
    await expect
      .poll(names)
      .toEqual(['Show Finds', 'Show Contexts', 'Show Trenches', 'Show Survey grid, 10 m'])

    // The layer at hand in other colours, without letters; and a layer that is not shown.
    await layers.getByRole('button', { name: /^Contexts/ }).click()
    const dress = panel.getByRole('region', { name: 'Style of Contexts' })
    await dress.getByRole('combobox', { name: 'Colour by' }).click()
    await page.getByRole('option', { name: 'Phase' }).click()
    await dress.getByRole('button', { name: 'Blues' }).click()
    await dress.getByRole('combobox', { name: 'Labels' }).click()
    await page.getByRole('option', { name: 'None', exact: true }).click()
    await dress.getByRole('list', { name: 'Colours by Phase' }).waitFor(patience)
    await dress.getByRole('slider', { name: 'Opacity' }).press('ArrowLeft')
    await layers.getByRole('checkbox', { name: 'Show Survey grid, 10 m' }).uncheck()
    await expectAccessible(page)

    // A click meets what lies in a place, whichever layer it is of, and each leads to its record.
    const stage = await page.getByRole('region', { name: 'Map of Contexts' }).boundingBox()
    const at = (share: number, size = 0, start = 0) => start + size * share
    const card = page.getByRole('navigation', { name: 'Features in this place' })
    await layers.getByRole('button', { name: /^Trenches/ }).click()
    await panel.getByRole('tab', { name: 'Records' }).click()
    await panel.getByRole('button', { name: /^A/ }).first().click()
    await expect
      .poll(async () => {
        await page.mouse.click(at(0.56, stage?.width, stage?.x), at(0.53, stage?.height, stage?.y))
        return card.getByText('Trenches', { exact: true }).count()
      }, seldom)
      .toBe(1)
    await card
      .getByRole('button', { name: /Contexts$/ })
      .last()
      .click()
    await page.getByRole('link', { name: 'Open the record' }).waitFor()
    expect(new URL(page.url()).searchParams.get('layer')).toBe('t1')
    await expectAccessible(page)

    // Saved, shared, changed and opened again by its number.
    await side('Layers')
    await panel.getByRole('button', { name: 'Map views' }).click()
    await page.getByRole('menuitem', { name: 'Save map view…' }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', { name: 'Name' }).fill('Trench A, all')
    await form.getByRole('switch', { name: 'Share with everyone' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'Trench A, all' }).waitFor(patience)
    const view = new URL(page.url()).searchParams.get('view')
    expect(new URL(page.url()).searchParams.get('layers')).toBeNull()
    await layers.getByRole('checkbox', { name: 'Show Finds' }).uncheck()
    await panel.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Trench A, all was saved').last().waitFor()
    await open('?table=contexts')
    await open(`?view=${view}`)
    await expect
      .poll(names)
      .toEqual(['Show Finds', 'Show Contexts', 'Show Trenches', 'Show Survey grid, 10 m'])
    expect(await layers.getByRole('checkbox', { name: 'Show Finds' }).isChecked()).toBe(false)
    const { views } = await api.send<{ views: { name: string; is_global: number }[] }>(
      'GET',
      '/api/map-views',
    )
    expect(views).toMatchObject([{ name: 'Trench A, all', is_global: 1 }])
    await panel.getByRole('button', { name: 'Trench A, all' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText('Trench A, all was deleted').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBeNull()
  })

  test('asks no other server, and leaves nobody out', async () => {
    expect(map.complaints()).toEqual([])
    await expectAccessible(map.page)
  })
})
