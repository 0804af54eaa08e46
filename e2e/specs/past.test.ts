import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Api, apiOf } from '../api.js'
import { engines, expectAccessible, keepPicture, tokenOf, type Visit, visitDemo } from '../browser.js'

const own = encodeURIComponent(JSON.stringify({ ctx_no: { _starts_with: 'C99' } }))
/** Drawing a map without a graphics card takes its time. */
const patience = { timeout: 60_000 }

describe.each(engines)('as it was (%s)', (engine) => {
  let window: Visit
  let api: Api
  let [upper, lower] = [0, 0]
  /** The change sets of this journey, by what they did. */
  const sets: Record<'made' | 'both' | 'related' | 'reread' | 'placed' | 'deleted', number> = {
    made: 0,
    both: 0,
    related: 0,
    reread: 0,
    placed: 0,
    deleted: 0,
  }
  beforeAll(async () => {
    window = await visitDemo(engine, { coarse: true })
    api = apiOf(window.address, await tokenOf(window.address))
    const setAfter = async (act: Promise<unknown>) => {
      await act
      return (await api.send<{ last: number }>('GET', '/api/changes')).last
    }
    const make = async (ctx_no: string, interpretation: string) =>
      api.create('contexts', { ctx_no, trench: 1, ctx_type: 'layer', interpretation })
    upper = await make('C9901', 'first reading')
    sets.made = await setAfter(Promise.resolve())
    lower = await make('C9902', 'lies below')
    sets.both = await setAfter(Promise.resolve())
    sets.related = await setAfter(
      api.send('POST', '/api/record/contexts/rs', { first: upper, relation: 1, second: lower }),
    )
    sets.reread = await setAfter(
      api.send('PATCH', `/api/record/contexts/${upper}`, { core: { interpretation: 'second reading' } }),
    )
    sets.placed = await setAfter(
      api.send('POST', '/api/geoface/feature', {
        tb: 'contexts',
        id: upper,
        geometry: { type: 'Point', coordinates: [11.4173, 43.0592] },
      }),
    )
    sets.deleted = await setAfter(api.send('DELETE', `/api/record/contexts/${lower}`))
  })
  afterAll(async () => {
    await api.send('DELETE', `/api/record/contexts/${upper}`)
    await window.close()
  })

  const bar = () => window.page.getByRole('region', { name: 'As it was' })
  const line = () => bar().getByRole('slider', { name: 'Moment' })
  const asOf = () => new URL(window.page.url()).searchParams.get('as_of')
  const link = (name: string) => window.page.getByRole('main').getByRole('link', { name, exact: true })

  test('a list is walked back change by change, and leads to records of then', async () => {
    const { page } = window
    await window.open(`/records/contexts?filter=${own}`)
    await link('C9901').waitFor()
    expect(await link('C9902').count()).toBe(0)
    const open = page.getByRole('button', { name: 'As it was…' })
    await open.click()
    await expectAccessible(page)
    await bar().getByRole('button', { name: 'Previous change' }).click()
    await link('C9902').waitFor()
    await expect.poll(asOf).toBe(String(sets.placed))
    await bar()
      .getByText(/^As of \d/)
      .waitFor()
    expect(await page.getByRole('link', { name: 'New record' }).count()).toBe(0)
    await expectAccessible(page)
    await keepPicture(page, 'past-list')

    await link('C9902').click()
    await page.getByRole('heading', { name: 'C9902', level: 1 }).waitFor()
    expect(asOf()).toBe(String(sets.placed))
    await bar().waitFor()
    expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    await bar().getByRole('button', { name: 'Back to now' }).click()
    await page.getByText('Record not found').waitFor()
    expect(asOf()).toBeNull()
    window.complaints()
  })

  test('a record is read as it was, by the keys of the line, and changed by none', async () => {
    const { page } = window
    await window.follow(`/record/contexts/${upper}?as_of=${sets.made}`)
    await page.getByText('first reading', { exact: true }).waitFor()
    // What the journey before met.
    window.complaints()
    await page.keyboard.press('Control+z')
    await line().focus()
    for (const set of [sets.related, sets.reread]) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(asOf).toBe(String(set))
    }
    await page.getByText('second reading', { exact: true }).waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'past-record')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('first reading', { exact: true }).waitFor()
    await page.keyboard.press('Home')
    await expect.poll(asOf).toBe(String(sets.made))
    await page.keyboard.press('End')
    await page.getByText('second reading', { exact: true }).waitFor()
    expect(asOf()).toBeNull()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(window.complaints()).toEqual([])
  })

  test('the time before a record was made says so, and leads on', async () => {
    const { page } = window
    await window.follow(`/record/contexts/${lower}?as_of=${sets.made}`)
    await page.getByText('Did not exist then').waitFor()
    await bar().getByRole('button', { name: 'Next change' }).click()
    await page.getByRole('heading', { name: 'C9902', level: 1 }).waitFor()
    expect(asOf()).toBe(String(sets.both))
    window.complaints()
  })

  test('the matrix has the units and relations of then, and its links stay there', async () => {
    const { page } = window
    await window.follow(`/matrix?table=contexts&filter=${own}&list=true&unit=${upper}&as_of=${sets.related}`)
    const panel = page
      .getByRole('complementary')
      .or(page.getByRole('region', { name: 'C9901' }))
      .first()
    await page.getByText('C9902').first().waitFor()
    await panel.getByRole('link', { name: 'C9902' }).or(panel.getByText('C9902')).first().waitFor()
    await keepPicture(page, 'past-matrix')
    await bar().getByRole('button', { name: 'Previous change' }).click()
    await expect.poll(asOf).toBe(String(sets.both))
    await bar().getByRole('button', { name: 'Previous change' }).click()
    await expect.poll(() => page.getByRole('main').getByText('C9902').count()).toBe(0)
    await page.getByRole('link', { name: 'Open the record' }).or(link('C9901')).first().click()
    await page.getByText('first reading', { exact: true }).waitFor()
    expect(asOf()).toBe(String(sets.made))
    expect(window.complaints()).toEqual([])
  })

  test('the map has the places of then', async () => {
    const { page } = window
    await page.setViewportSize({ width: 1100, height: 760 })
    await window.follow(`/map?table=contexts&filter=${own}&as_of=${sets.reread}`)
    await page.getByText('0 features').waitFor(patience)
    await bar().getByRole('button', { name: 'Next change' }).click()
    await page.getByRole('tab', { name: 'Records' }).click()
    await page
      .getByRole('complementary', { name: 'On the map' })
      .getByRole('button', { name: /^C9901/ })
      .waitFor(patience)
    expect(asOf()).toBe(String(sets.placed))
    expect(await page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0)
    await keepPicture(page, 'past-map')
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(window.complaints()).toEqual([])
  })

  test('files and other views of a state are of that state; views that know none are of now', async () => {
    const { page } = window
    await window.follow(`/records/contexts?filter=${own}&as_of=${sets.both}`)
    await link('C9902').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const asked = page.waitForRequest(/download-ticket/)
    await page.getByRole('menuitem', { name: /CSV/ }).click()
    expect((await asked).postData()).toContain(`as_of=${sets.both}`)
    const menu = page.getByRole('navigation', { name: 'Main navigation' })
    await menu.getByRole('link', { name: 'Finds', exact: true }).click()
    await page.getByRole('heading', { name: 'Finds', level: 1 }).waitFor()
    expect(asOf()).toBe(String(sets.both))
    const dated = page.waitForRequest(/chrono\/timeline/)
    await menu.getByRole('link', { name: 'Timeline', exact: true }).click()
    expect((await dated).url()).toContain(`as_of=${sets.both}`)
    await bar().waitFor()
    const counted = page.waitForRequest(/chart\/data/)
    await menu.getByRole('link', { name: 'Charts', exact: true }).click()
    expect((await counted).postDataJSON()).toMatchObject({ as_of: sets.both })
    await bar().waitFor()
    expect(await page.getByRole('button', { name: 'New chart' }).count()).toBe(0)
    expect(asOf()).toBe(String(sets.both))
    await menu.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
    expect(asOf()).toBeNull()
    expect(window.complaints()).toEqual([])
  })

  test('a moment is typed; of one before the journal the earliest state is offered', async () => {
    const { page } = window
    await window.follow(`/records/contexts?filter=${own}&as_of=${sets.both}`)
    const field = bar().getByLabel('Date and time')
    await field.fill('1999-01-01T12:00')
    await field.press('Enter')
    await bar().getByText('Changes are recorded only from a later time.').waitFor()
    await page.getByText('Unknown moment').waitFor()
    await expectAccessible(page)
    await keepPicture(page, 'past-before-journal')
    await bar()
      .getByRole('button', { name: /^Show the earliest known state/ })
      .click()
    await page.getByText('No records match this search').waitFor()
    await bar().getByRole('button', { name: 'Back to now' }).click()
    await link('C9901').waitFor()
    window.complaints()
  })

  test('a change set leads to what it changed, right before and right after', async () => {
    const { page } = window
    await window.follow(`/history/${sets.reread}`)
    await page.getByRole('link', { name: 'Show data before' }).click()
    await page.getByText('first reading', { exact: true }).waitFor()
    expect(asOf()).toBe(String(sets.related))
    await page.goBack()
    await page.getByRole('link', { name: 'Show data after' }).click()
    await page.getByText('second reading', { exact: true }).waitFor()
    expect(asOf()).toBe(String(sets.reread))
    expect(window.complaints()).toEqual([])
  })
})
