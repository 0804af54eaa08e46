import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorScope } from '../../../http/operator-scope.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { fileColumns } from '../../open-folder/index.js'
import { keepBytes } from './folder-files.js'
import { Findings } from './folder-problem.js'

/** SHA-256 of an empty text. */
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

describe.each(oneEngine)('the files of a folder (%s)', (engine) => {
  let dig: Dig
  let folder: string
  beforeAll(async () => {
    dig = await openDig(engine)
    folder = await mkdtemp(join(tmpdir(), 'trowel-files-'))
    await mkdir(join(folder, 'dig', 'files'), { recursive: true })
    await writeFile(join(folder, 'secret.txt'), '')
    await writeFile(join(folder, 'dig', 'files', '1.txt'), 'changed')
    await writeFile(join(folder, 'dig', 'files', '2.txt'), '')
    await symlink(join(folder, 'secret.txt'), join(folder, 'dig', 'files', '3.txt'))
    await symlink(folder, join(folder, 'dig', 'files', 'up'))
  })
  afterAll(async () => {
    await dig.close()
    await rm(folder, { recursive: true })
  })

  async function take(...paths: string[]) {
    const line = (cells: Readonly<Record<string, string>>) =>
      `${fileColumns.map((name) => cells[name] ?? '').join(',')}\n`
    const lines = paths.map((path) => line({ id: '1', path, ext: 'txt', sha256: ofNothing }))
    await writeFile(join(folder, 'dig', 'files.csv'), `${fileColumns.join(',')}\n${lines.join('')}`)
    const task = { isTrial: false, missing: new Set<string>(), findings: new Findings() }
    const scope = operatorScope(dig.services, dig.application)
    return keepBytes(scope, dig.services, join(folder, 'dig'), task).finally(async () => {
      kept = 0
      for await (const _ of dig.services.binaries.list('dig', 'files')) kept += 1
    })
  }
  let kept: number

  test('are taken as they are', async () => {
    const { names, giveUp } = await take('files/2.txt')
    expect([names.length, kept]).toEqual([1, 1])
    await giveUp()
  })

  test.each([
    ['files/1.txt', 'The bytes of "files/1.txt" are not those that were written.'],
    ['files/3.txt', '"files/3.txt" is no file of the folder.'],
    ['files/up/secret.txt', '"files/up/secret.txt" is no file of the folder.'],
    ['../secret.txt', '"../secret.txt" is no file of the folder.'],
  ])('that are others, or lie elsewhere, are refused, and none is kept: %s', async (path, reason) => {
    await expect(take('files/2.txt', path)).rejects.toThrow(`files.csv, line 3, `)
    await expect(take(path)).rejects.toThrow(reason)
    expect(kept).toBe(0)
  })
})
