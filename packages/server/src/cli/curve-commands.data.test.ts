import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engines } from '../testing/open-database.js'
import { openTerminal } from '../testing/open-terminal.js'
import { curveFile } from '../testing/radiocarbon-curve.js'

describe.each(engines)('trowel curve and trowel radiocarbon (%s)', (engine) => {
  test('install a curve, refuse what is none, and calibrate what is there', async () => {
    const terminal = await openTerminal(engine)
    try {
      const { run, folder } = terminal
      const email = ['--email', 'a@b.example', '--password', 'long enough']
      expect((await run('app', 'create', 'hill', '--definition', 'H', ...email)).code).toBe(0)
      expect(await run('curve', 'install', resolve(curveFile))).toEqual({
        code: 0,
        printed: 'The curve intcal20 is installed: 9501 points, 0 to 55000 years before 1950.\n',
        noted: '',
      })
      const other = join(folder, 'other.14c')
      writeFileSync(other, '# a curve of our own\n10,12,3\n5,7,3\n')
      expect(await run('curve', 'install', other)).toMatchObject({
        code: 1,
        printed: '',
        noted: expect.stringContaining('The file is not IntCal20'),
      })
      expect((await run('curve', 'install', join(folder, 'none.14c'))).code).toBe(1)
      expect((await run('curve', 'install')).code).toBe(2)
      const all = await run('radiocarbon', 'recalibrate')
      expect([all.code, all.printed]).toEqual([0, expect.stringMatching(/hill +0 +0 +0/)])
      expect((await run('radiocarbon', 'recalibrate', '--app', 'none')).code).toBe(1)
    } finally {
      await terminal.close()
    }
  })
})
