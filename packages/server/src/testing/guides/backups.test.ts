import { copyFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.js'
import { codeBlocks } from '../code-blocks.js'
import { commandsIn, type Guide, openGuide, settingsIn } from './open-guide.js'

const [settings = '', block = ''] = codeBlocks('docs/guides/backups.md', '')

describe('the guide on backups', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  test('sets a schedule that the service keeps to', () => {
    const { backups } = readConfig(settingsIn(settings), 2)
    expect(backups).toMatchObject({ everyHours: 24, keep: 14, withFiles: true })
  })

  test('makes, lists, verifies and restores one', async () => {
    const [create = '', list = '', ...rest] = commandsIn(block)
    const file = (await guide.run(create)).trim()
    expect(file).toMatch(/^vallelunga-sqlite-\d+\.zip$/)
    expect(await guide.run(list)).toContain(file)
    // The stick is the folder in which the lines are typed.
    await copyFile(join(guide.folder, 'data/applications/vallelunga/backups', file), join(guide.folder, file))
    const [verify = '', restore = ''] = rest.map((line) =>
      line.replaceAll('/mnt/usb', '.').replaceAll(/vallelunga-sqlite-\d+\.zip/g, file),
    )
    expect(await guide.run(`exec 2>&1\n${verify}`)).toContain('everything is as it says')
    await guide.run(restore)
    // What was there just before was backed up.
    const stored = await readdir(join(guide.folder, 'data/applications/vallelunga/backups'))
    expect(stored.filter((name) => name.endsWith('.zip'))).toHaveLength(2)
  })
})
