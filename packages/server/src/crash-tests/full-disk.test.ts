import { execFileSync, spawnSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../testing/open-database.js'
import {
  type RunningService,
  type ServiceProcess,
  startService,
  startServiceHere,
} from './testing/service-process.js'
import { logIn, makeApplication, type Session, sessionAt } from './testing/session.js'
import { applicationName, makeStoredData, type StoredData } from './testing/stored-data.js'

/**
 * Lets a process write nothing more, as a full disk does: the kernel refuses every write to a file of its.
 */
const limitFiles = (pid: number, bytes: string) =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
const mayLimitFiles = spawnSync('prlimit', ['--version']).status === 0

interface Fullness {
  begin(): Promise<void>
  end(): Promise<void>
}

/** PostgreSQL answers every write as it does when its disk is full. */
function fullServer({ settings }: StoredData): Fullness {
  const schema = `app_${applicationName}`
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: settings['TROWEL_DATABASE_URL'] })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const onEveryTable = (action: string): string => `DO $$ DECLARE t record; BEGIN
    FOR t IN SELECT tablename AS name FROM pg_tables WHERE schemaname = '${schema}' LOOP
      EXECUTE format('${action}', t.name); END LOOP; END $$`
  return {
    begin: () =>
      run(`CREATE OR REPLACE FUNCTION public.disk_full() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
        ${onEveryTable(`CREATE TRIGGER disk_full BEFORE INSERT OR UPDATE OR DELETE ON ${schema}.%I EXECUTE FUNCTION public.disk_full()`)}`),
    end: () => run(onEveryTable(`DROP TRIGGER disk_full ON ${schema}.%I`)),
  }
}

const fullDisk = ({ pid }: ServiceProcess): Fullness => ({
  begin: async () => {
    limitFiles(pid, '0')
  },
  end: async () => {
    limitFiles(pid, 'unlimited')
  },
})

describe.each(engines.filter((engine) => engine === 'pgsql' || mayLimitFiles))(
  'a service whose disk is full (%s)',
  (engine) => {
    let data: StoredData
    let service: RunningService
    let fullness: Fullness
    let session: Session
    beforeAll(async () => {
      data = await makeStoredData(engine)
      const settings = { ...data.settings, TROWEL_LOG_LEVEL: 'silent' }
      if (engine === 'pgsql') {
        service = await startServiceHere(settings)
        fullness = fullServer(data)
      } else {
        const child = await startService(settings)
        service = child
        fullness = fullDisk(child)
      }
      session = await makeApplication(service.url, engine)
    })
    afterAll(async () => {
      await service.stop()
      await data.remove()
    })

    test('lets people in, read and remove backups, refuses writes with a sentence, and recovers by itself', async () => {
      const backup = await session.must('POST', '/api/backups')
      await fullness.begin()

      const create = (by: Session, code: string) =>
        by.ask('POST', '/api/record/contexts', { core: { ctx_no: code } })
      const refused = await create(session, 'C1')
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        503,
        'overloaded',
        'disk_full',
      ])
      expect(refused.body.text).toContain('disk')
      const ready = async () => sessionAt(service.url).ask('GET', '/readyz')
      expect(await ready()).toMatchObject({ status: 503, body: { detail: 'disk_full' } })

      const again = await logIn(service.url)
      expect((await again.must('GET', '/api/records/contexts')).total).toBe(0)
      await again.must('DELETE', `/api/backup/${backup.file}`)
      expect((await again.must('GET', '/api/backups')).backups).toEqual([])

      // The server of PostgreSQL has a disk of its own, where no package and no backup is written.
      if (engine !== 'pgsql') {
        const layers = await again.ask('GET', '/api/export/gpkg?tb=contexts')
        expect([layers.status, layers.body.detail]).toEqual([503, 'disk_full'])
        const kept = await again.ask('POST', '/api/backups')
        expect([kept.status, kept.body.code, kept.body.detail]).toEqual([503, 'error_backup', 'disk_full'])
      }

      await fullness.end()
      expect((await create(again, 'C1')).status).toBe(200)
      expect((await ready()).status).toBe(200)
    })

    test('still counts failed logins', async () => {
      await fullness.begin()
      const wrong = { app: applicationName, email: 'digger@dig.example', password: 'not this one' }
      const statuses: number[] = []
      for (let time = 0; time < 11; time++) {
        statuses.push((await sessionAt(service.url).ask('POST', '/api/auth/login', wrong)).status)
      }
      await fullness.end()
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
    })
  },
)
