import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openExact } from './exact-rows.js'

test('a file of a folder that a program saved in another encoding is refused, so that no letter changes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-exact-'))
  const cells = async (bytes: Buffer) => {
    await writeFile(join(folder, 'finds.csv'), bytes)
    const { columns, batches } = await openExact(folder, 'finds.csv')
    const rows: string[] = [...columns]
    for await (const batch of batches) for (const row of batch) rows.push(...row.cells)
    return rows
  }
  try {
    expect(await cells(Buffer.from('\ufeffid,name\n1,Età\n'))).toEqual(['id', 'name', '1', 'Età'])
    await expect(cells(Buffer.from('id,name\n1,Età\n', 'latin1'))).rejects.toThrow(
      'finds.csv: the file is not valid UTF-8 text.',
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})
