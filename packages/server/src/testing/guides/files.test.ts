import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { openFileStorage } from '../object-server.js'
import { commandsIn, type Guide, openGuide, settingsIn } from './open-guide.js'

const [settings = '', lookAfter = ''] = codeBlocks('docs/guides/files.md', 'sh')
const [check = '', mend = ''] = commandsIn(lookAfter)

describe('the guide on files', () => {
  let guide: Guide
  let folder: string
  let name: string
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
    const { files } = await guide.serve()
    await files.upload('finds', 1, new File(['a drawing'], 'F1.txt'))
    await guide.stop()
    folder = join(guide.folder, 'data/applications/vallelunga/files')
    name = (await readdir(folder))[0] ?? ''
  })
  afterAll(() => guide.close())

  test('holds every file against its bytes, and removes what is left over', async () => {
    expect(await guide.run(check)).toBe('')
    await copyFile(join(folder, name), join(folder, `left-${name}`))
    await expect(guide.run(check)).rejects.toThrow(/trowel files check/)
    expect(await guide.run(mend)).toContain('left over: removed')
    expect(await readdir(folder)).toEqual([name])
  })

  test('moves them to object storage', async () => {
    const { TROWEL_FILES_URL = '' } = settingsIn(settings)
    const storage = await openFileStorage('objects', TROWEL_FILES_URL)
    try {
      const { AWS_ENDPOINT_URL = '', AWS_ACCESS_KEY_ID = '' } = storage.environment
      const own = settings.replace(/https:\S+/, AWS_ENDPOINT_URL).replaceAll('…', AWS_ACCESS_KEY_ID)
      await writeFile(join(guide.folder, '.env'), own)
      await expect(guide.run(check)).rejects.toThrow(/trowel files check/)
      const objects = new S3Client({ endpoint: AWS_ENDPOINT_URL, region: 'eu-south-1', forcePathStyle: true })
      const Key = `trowel/vallelunga/files/${name}`
      await objects.send(
        new PutObjectCommand({ Bucket: 'excavation-archive', Key, Body: await readFile(join(folder, name)) }),
      )
      objects.destroy()
      await rm(folder, { recursive: true })
      expect(await guide.run(`exec 2>&1\n${check}`)).toContain('agree')
    } finally {
      await storage.close()
    }
  })
})
