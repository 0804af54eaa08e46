import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { plainCurve } from '../radiocarbon-curve.js'
import { answersIn, type Guide, openGuide } from './open-guide.js'

describe('the guide on dating', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  test('installs a curve while the service runs, and calibrates what was entered before', async () => {
    const [install = '', recalibrate = ''] = codeBlocks('docs/guides/dating.md', 'sh')
    const { configuration, records } = await guide.serve()
    await configuration.radiocarbonOn('contexts')
    const date = { bp: 3000, bp_error: 30, curve: 'intcal13' }
    const plugins = { contexts_radiocarbon: [{ fields: date }] }
    const { id } = await records.create('contexts', { core: { ctx_no: 'R1' }, plugins })
    await writeFile(join(guide.folder, 'intcal13.14c'), plainCurve)
    expect(await guide.run(install)).toContain('The curve intcal13 is installed')
    expect(answersIn(await guide.run(recalibrate))).toMatchObject([
      { status: 'success', rows: 1, calibrated: 1, changed: 1 },
    ])
    const { plugins: stored } = await records.read('contexts', id)
    // By this curve an age is its own calendar year.
    expect(stored['contexts_radiocarbon']?.data[0]?.['cal_1s_from']?.val).toBeCloseTo(2970, -1)
  })
})
