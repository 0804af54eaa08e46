import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Nodes, nodesOfEngines, openNodes } from './testing/nodes.js'
import { type Answer, logIn, type Session, sessionAt } from './testing/session.js'

/** So many are acknowledged before the restore begins. */
const writesBefore = 30
const otherContexts = 1_000

describe.each(nodesOfEngines)('a restore while many write (%s, nodes: %d)', (engine, count) => {
  let nodes: Nodes
  beforeAll(async () => {
    nodes = await openNodes(engine, count)
  })
  afterAll(() => nodes.close())

  const fileOf = (mark: string): FormData => {
    const form = new FormData()
    form.append('file', new Blob([`bytes of ${mark}`]), `${mark}.txt`)
    return form
  }

  const numbers = async (): Promise<string[]> =>
    (await nodes.data.rows<{ ctx_no: string }>('SELECT ctx_no FROM contexts')).map(({ ctx_no }) => ctx_no)
  const fileNames = async (): Promise<string[]> =>
    (await nodes.data.rows<{ filename: string }>('SELECT filename FROM sys_files')).map(
      ({ filename }) => filename,
    )

  test('every write that was acknowledged is in the database or in the safety backup, with its bytes', async () => {
    const [admin] = nodes.clients
    await admin.must('POST', '/api/record/contexts', { core: { ctx_no: 'at first' } })
    const { key } = await admin.must('POST', '/api/api-keys', { label: 'writers', privilege: 20 })
    const upload = new FormData()
    const rows = Array.from({ length: otherContexts }, (_, k) => `other-${k}`)
    upload.append('file', new Blob([`no\n${rows.join('\n')}\n`]), 'contexts.csv')
    upload.append('type', 'csv')
    const { temp_id } = (await admin.upload('/api/import/preview-file', upload)).body
    const mapping = [{ column: 'no', field: 'ctx_no' }]
    await admin.must('POST', '/api/import/data', {
      temp_id,
      tb: 'contexts',
      mapping,
      key_field: null,
      mode: 'insert',
    })
    const { file } = await admin.must('POST', '/api/backups', { files: true })

    // Sessions end with a restore, keys go on.
    const writers = Array.from({ length: 6 }, (_, k) => sessionAt(nodes.urls[k % count] ?? '', key))
    const acknowledged = new Set<string>()
    const wrong: Answer[] = []
    let isOver = false
    let enough = () => {}
    const isBusy = new Promise<void>((resolve) => {
      enough = resolve
    })
    const write = async (session: Session, writer: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const mark = `w${writer}-${n}`
        const answer =
          writer === 0
            ? await session.upload('/api/record/contexts/1/file', fileOf(mark))
            : await session.ask('POST', '/api/record/contexts', { core: { ctx_no: mark } })
        if (answer.status === 200) acknowledged.add(mark)
        else if (answer.status !== 503) wrong.push(answer)
        if (acknowledged.size > writesBefore) enough()
      }
    }
    const writing = writers.map(write)
    await isBusy
    const restored = await admin.must('POST', `/api/backup/${file}/restore`)
    const whileItRan = acknowledged.size
    isOver = true
    await Promise.all(writing)
    expect(wrong).toEqual([])
    expect(whileItRan).toBeGreaterThan(writesBefore)

    const inDatabase = new Set([...(await numbers()), ...(await fileNames())])
    const again = await logIn(nodes.urls[0] ?? '')
    await again.must('POST', `/api/backup/${restored.safety_backup}/restore`)
    const inSafetyBackup = new Set([...(await numbers()), ...(await fileNames())])
    const isIn = (kept: ReadonlySet<string>, mark: string) => kept.has(mark) || kept.has(`${mark}.txt`)
    expect(
      [...acknowledged].filter((mark) => !isIn(inDatabase, mark) && !isIn(inSafetyBackup, mark)),
    ).toEqual([])
    expect(inSafetyBackup.size).toBeGreaterThan(writesBefore + otherContexts)

    const files = await nodes.data.rows<{ id: number; filename: string }>(
      'SELECT id, filename FROM sys_files',
    )
    expect(files.length).toBeGreaterThan(0)
    for (const { id, filename } of files) {
      const content = await fetch(`${nodes.urls[0]}/api/file/${id}/content`, {
        headers: { authorization: `Bearer ${key}` },
      })
      expect(await content.text()).toBe(`bytes of ${filename.replace('.txt', '')}`)
    }
  }, 180_000)
})
