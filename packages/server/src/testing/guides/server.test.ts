import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.js'
import { codeBlocks } from '../code-blocks.js'
import { engines } from '../open-database.js'
import { password } from '../open-dig.js'
import { commandsIn, type Guide, openGuide, settingsIn } from './open-guide.js'

const page = 'docs/guides/server.md'
const [, settings = '', doctor = '', upgrade = ''] = codeBlocks(page, 'sh')

describe('the guide on servers', () => {
  let guide: Guide
  beforeEach(async () => {
    guide = await openGuide()
  })
  afterEach(() => guide.close())

  test('has settings that the service reads', () => {
    const { publicUrl, trustProxy, setupToken, backups } = readConfig(settingsIn(settings), 2)
    expect({ publicUrl, trustProxy, setupToken }).toEqual({
      publicUrl: 'https://records.example',
      trustProxy: ['127.0.0.1'],
      setupToken: '…',
    })
    expect(backups.everyHours).toBe(24)
  })

  test('looks whether everything is right, and what a newer version would do, beside a running service', async () => {
    await guide.layOut()
    await guide.run('npx trowel backup create --app vallelunga')
    await guide.serve()
    guide.variables['TROWEL_PORT'] = '0'
    expect(await guide.run(doctor)).toContain('One is there, and up to date.')
    const [check = '', dryRun = ''] = commandsIn(upgrade)
    for (const command of [check, dryRun]) expect(await guide.run(command)).toMatch(/vallelunga +up to date/)
  })

  test.runIf(engines.includes('pgsql'))('makes a role and a database in which everything works', async () => {
    const [statements = ''] = codeBlocks(page, 'sql')
    const server = new pg.Client({ connectionString: process.env['TROWEL_TEST_DATABASE_URL'] })
    await server.connect()
    // The server of the tests has a role of that name.
    const name = `trowel_${randomBytes(6).toString('hex')}`
    try {
      for (const statement of commandsIn(statements))
        await server.query(statement.replace(/\btrowel\b/g, name).replace('…', password))
      guide.variables['TROWEL_DATABASE_URL'] =
        `postgres://${name}:${password}@127.0.0.1:${server.port}/${name}`
      const email = 'super_admin@dig.example'
      await guide.run(`npx trowel app create vallelunga --definition Wall --email ${email}`)
      const { rawSql } = await guide.serve()
      await rawSql.verify(password)
      expect(await rawSql.run('SELECT 1 AS one')).toMatchObject({ rows: [{ one: 1 }] })
    } finally {
      await guide.stop()
      await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      await dropRoles(server, name)
      await server.end()
    }
  })
})

/** The role, and those that it made. */
async function dropRoles(server: pg.Client, name: string): Promise<void> {
  const { rows } = await server.query<{ made: string }>(
    'SELECT DISTINCT made.rolname AS made FROM pg_auth_members m JOIN pg_roles made ON made.oid = m.roleid JOIN pg_roles maker ON maker.oid = m.member WHERE maker.rolname = $1',
    [name],
  )
  for (const role of [...rows.map(({ made }) => made), name]) await server.query(`DROP ROLE "${role}"`)
}
