import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Session } from './session.js'

/** One way to store one thing with one request. */
export interface SingleWriter {
  readonly what: string
  /** @param mark a text that nothing else has */
  write(session: Session, mark: string): Promise<Answer>
  /** Selects all things that were stored this way, each by its mark where it has one. */
  readonly stored: string
}

/** The records 1 to 3, which some of the writers change, copy or add to. */
export async function makeRecordsToWriteTo(session: Session): Promise<void> {
  for (const ctx_no of ['geometries', 'versions', 'copies'])
    await session.must('POST', '/api/record/contexts', { core: { ctx_no } })
}

const post =
  (path: string, bodyOf: (mark: string) => object) =>
  (session: Session, mark: string): Promise<Answer> =>
    session.ask('POST', path, bodyOf(mark))

const fileOf = (name: string, content: string): FormData => {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  return form
}

async function importRow(session: Session, mark: string, background: boolean): Promise<Answer> {
  const upload = fileOf('contexts.csv', `no,notes\n${mark},imported\n`)
  upload.append('type', 'csv')
  const looked = await session.upload('/api/import/preview-file', upload)
  if (looked.status !== 200) return looked
  const mapping = [
    { column: 'no', field: 'ctx_no' },
    { column: 'notes', field: 'notes' },
  ]
  const body = {
    temp_id: looked.body.temp_id,
    tb: 'contexts',
    mapping,
    key_field: null,
    mode: 'insert',
    background,
  }
  const answer = await session.ask('POST', '/api/import/data', body)
  return background && answer.status === 200 ? endOfJob(session, answer) : answer
}

/** A job that gave way to a change of tables stored nothing, like a request that is answered so. */
async function endOfJob(session: Session, started: Answer): Promise<Answer> {
  for (;;) {
    const { job } = await session.must('GET', `/api/jobs/${started.body.job.id}`)
    if (job.state === 'done') return started
    if (job.state === 'failed') {
      const status = job.error.detail === 'schema_changed' ? 503 : 500
      return { ...started, status, body: job.error, retryAfter: '5' }
    }
    await sleep(20)
  }
}

const marked = (table: string, column: string, kind: string): string =>
  `SELECT "${column}" AS "mark" FROM ${table} WHERE "${column}" LIKE '${kind}-%'`

/** What makes one thing, but for what a `WritingClient` makes. */
export const singleWriters: readonly SingleWriter[] = [
  {
    what: 'records with plugin rows',
    write: post('/api/record/contexts', (mark) => ({
      core: { ctx_no: `record-${mark}` },
      plugins: { samples: [{ id: null, fields: { lab: `of-${mark}` } }] },
    })),
    stored: marked('contexts c JOIN samples s ON s.id_link = c.id', 'ctx_no', 'record'),
  },
  {
    what: 'new plugin rows of a record',
    write: (session, mark) => {
      const plugins = { samples: [{ id: null, fields: { lab: `row-${mark}` } }] }
      return session.ask('PATCH', '/api/record/contexts/1', { plugins })
    },
    stored: marked('samples', 'lab', 'row'),
  },
  {
    what: 'versions of a record',
    write: (session, mark) => session.ask('PATCH', '/api/record/contexts/2', { core: { notes: mark } }),
    stored: `SELECT c.id AS "mark" FROM sys_changes c WHERE c.tb = 'contexts' AND c.row_id = 2 AND c.operation = 'updated'`,
  },
  {
    what: 'edits of many records',
    write: (session, mark) =>
      session.ask('PATCH', '/api/records/contexts', { ids: [3], core: { notes: mark } }),
    stored: `SELECT c.id AS "mark" FROM sys_changes c WHERE c.tb = 'contexts' AND c.row_id = 3 AND c.operation = 'updated'`,
  },
  {
    what: 'copies of a record',
    write: post('/api/record/contexts/3/duplicate', () => ({})),
    stored: `SELECT id AS "mark" FROM contexts WHERE ctx_no = 'copies' AND id <> 3`,
  },
  {
    what: 'imports',
    write: (session, mark) => importRow(session, `import-${mark}`, false),
    stored: marked('contexts', 'ctx_no', 'import'),
  },
  {
    what: 'imports as jobs',
    write: (session, mark) => importRow(session, `job-${mark}`, true),
    stored: marked('contexts', 'ctx_no', 'job'),
  },
  {
    what: 'files of a record',
    write: (session, mark) => session.upload('/api/record/contexts/1/file', fileOf(`file-${mark}.txt`, mark)),
    stored: marked('sys_files f JOIN sys_file_links l ON l.file_id = f.id', 'filename', 'file'),
  },
  {
    what: 'geometries of a record',
    write: post('/api/geoface/feature', () => ({
      tb: 'contexts',
      id: 1,
      geometry: { type: 'Point', coordinates: [11, 45] },
    })),
    stored: `SELECT id AS "mark" FROM sys_geodata`,
  },
  {
    what: 'items of a vocabulary',
    write: post('/api/vocabularies', (mark) => ({ voc: 'soil', def: `item-${mark}` })),
    stored: marked('sys_vocabularies', 'def', 'item'),
  },
  {
    what: 'saved queries',
    write: post('/api/saved-queries', (mark) => ({ name: `query-${mark}`, tb: 'contexts', query: {} })),
    stored: marked('sys_queries', 'name', 'query'),
  },
  {
    what: 'charts',
    write: post('/api/charts', (mark) => ({
      name: `chart-${mark}`,
      definition: { tb: 'contexts', type: 'metric', field: 'count_of', function: 'SUM' },
    })),
    stored: marked('sys_charts', 'name', 'chart'),
  },
  {
    what: 'accounts',
    write: post('/api/user', (mark) => ({
      name: `person-${mark}`,
      email: `person-${mark}@dig.example`,
      password: `a trowel of ${mark}`,
      privilege: 30,
    })),
    stored: marked('sys_users', 'name', 'person'),
  },
  {
    what: 'API keys',
    write: post('/api/api-keys', (mark) => ({ label: `key-${mark}`, privilege: 30 })),
    stored: marked('sys_api_keys', 'label', 'key'),
  },
]
