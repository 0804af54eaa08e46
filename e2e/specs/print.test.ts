import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../packages/server/dist/testing/long-tests.js'
import { engines, type Visit, visitDemo } from '../browser.js'

describe.each(engines)('the print of the browser (%s)', (engine) => {
  let window: Visit
  beforeAll(async () => {
    window = await visitDemo(engine)
    await window.open('/records/finds?filter=%7B%22material%22%3A%7B%22_eq%22%3A%22flint%22%7D%7D')
  })
  afterAll(() => window.close())

  /** As the browser has it when it lays the page out for paper. */
  const onPaper = async (look: () => Promise<void>) => {
    const { page } = window
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await look()
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  }
  /** How many points of the canvas that is shown are so. */
  const drawn = (look: 'dark' | 'reddish') =>
    window.page.evaluate((wanted) => {
      const canvas = [...document.querySelectorAll('canvas')].find((one) => one.checkVisibility())
      const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let found = 0
      for (let at = 0; at < pixels.length; at += 4) {
        const red = pixels[at] ?? 255
        const isWanted = wanted === 'dark' ? red < 120 : red - (pixels[at + 1] ?? 255) > 60
        if (isWanted && pixels[at + 3] === 255) found += 1
      }
      return found
    }, look)
  const scheme = () => window.page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])

  test('has all rows of a list that are here and no menu, in light colours', async () => {
    const { page } = window
    const grid = page.getByRole('grid', { name: 'Finds' })
    await grid.getByText('flint').first().waitFor()
    const [, number = ''] = (await page.getByText(/^\d+ records found$/).textContent())?.match(/^(\d+)/) ?? []
    await onPaper(async () => {
      const rows = page.getByRole('table').getByRole('row')
      await expect.poll(() => rows.count()).toBe(Number(number) + 1)
      expect(await grid.count()).toBe(0)
      expect(await page.getByRole('navigation').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0)
      expect(await scheme()).toBe('light')
    })
    await grid.waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
  })

  test('says how all rows of a long list are printed', async () => {
    const { page } = window
    await window.follow('/records/finds')
    await page.getByRole('grid', { name: 'Finds' }).getByText('PF19-0001').waitFor()
    await onPaper(async () => {
      await page.getByText(/^[\d,]+ more records are not printed here\. Export → PDF/).waitFor()
    })
  })

  // Hundreds of lines are drawn several times.
  if (isLong)
    test('has all lines of the timeline, and pinned charts one below the other', async () => {
      const { page } = window
      await window.follow('/timeline')
      const lines = page.getByRole('group', { name: 'Timeline' })
      await lines.getByText('C2060').waitFor()
      const bars = () => lines.getByRole('link').count()
      const inSight = await bars()
      await onPaper(async () => {
        await expect.poll(bars).toBeGreaterThan(3 * inSight)
      })
      await expect.poll(bars).toBe(inSight)
      await window.follow('')
      const charts = page.getByRole('region', { name: 'Pinned' }).getByRole('article').locator('svg')
      await expect.poll(() => charts.count()).toBeGreaterThan(1)
      /** How far each drawing, which is no icon, begins above the end of the one before, in pixels. */
      const overlaps = () =>
        charts.evaluateAll((drawings) => {
          const all = drawings.map((drawing) => drawing.getBoundingClientRect())
          const places = all.filter(({ width }) => width > 100)
          return places.slice(1).map(({ top }, before) => (places[before]?.bottom ?? 0) - top)
        })
      await onPaper(async () => {
        await expect.poll(async () => Math.max(...(await overlaps()))).toBeLessThanOrEqual(0)
      })
    })

  test('has the whole matrix, and the map with its scale', async () => {
    const { page } = window
    await window.follow('/matrix?table=contexts')
    await page.getByRole('application').waitFor()
    await onPaper(async () => {
      await expect.poll(() => drawn('dark')).toBeGreaterThan(1000)
      expect(await page.getByRole('application').count()).toBe(0)
    })
    await window.follow('/map')
    await page.locator('.maplibregl-ctrl-scale').waitFor()
    await onPaper(async () => {
      await expect.poll(() => drawn('dark')).toBeGreaterThan(100)
    })
    expect(window.complaints()).toEqual([])
  })

  test('has the map of a record, with its outline', async () => {
    const { page } = window
    await window.follow('/record/contexts/30')
    await page.locator('.maplibregl-ctrl-scale').waitFor()
    const size = page.viewportSize() ?? { width: 1440, height: 900 }
    const outline = async () => {
      let found = 0
      await onPaper(async () => {
        // Paper is narrower than the window.
        await page.setViewportSize({ ...size, width: 800 })
        found = await drawn('reddish')
        await page.setViewportSize(size)
      })
      return found
    }
    await expect.poll(outline).toBeGreaterThan(20)
  })
})
