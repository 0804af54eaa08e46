import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal } from '../testing/open-terminal.js'
import { plainCurve } from '../testing/radiocarbon-curve.js'

const shipped = fileURLToPath(new URL('../../curves/intcal20.14c', import.meta.url))

describe.each(oneEngine)('trowel curve and trowel radiocarbon (%s)', (engine) => {
  test('install a curve, refuse what is none, and calibrate what is there', async () => {
    const terminal = await openTerminal(engine)
    try {
      const { run, folder } = terminal
      const email = ['--email', 'a@b.example', '--password', 'long enough']
      expect((await run('app', 'create', 'hill', '--definition', 'H', ...email)).code).toBe(0)
      expect(await run('curve', 'install', shipped)).toEqual({
        code: 0,
        printed: 'The curve intcal20 comes with the service: nothing had to be installed.\n',
        noted: '',
      })
      const other = join(folder, 'Plain.14c')
      writeFileSync(other, plainCurve)
      expect(await run('curve', 'install', other)).toEqual({
        code: 0,
        printed: 'The curve plain is installed: 101 points, 0 to 10000 years before 1950.\n',
        noted: '',
      })
      expect((await run('curve', 'install', other, '--name', 'site-curve')).printed).toContain('site-curve')
      for (const [name, words] of [
        ['intcal20', 'The file is not IntCal20'],
        ['../curve', 'is no name of a curve'],
      ] as const) {
        expect(await run('curve', 'install', other, '--name', name)).toMatchObject({
          code: 1,
          printed: '',
          noted: expect.stringContaining(words),
        })
      }
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
