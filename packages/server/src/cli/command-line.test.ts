import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { openTerminal, type TestTerminal } from '../testing/open-terminal.js'

const program = fileURLToPath(new URL('./main.js', import.meta.url))
const password = 'opus reticulatum'
let terminal: TestTerminal

const createApp = (name = 'vallelunga', ...more: string[]) =>
  terminal.run('app', 'create', name, '--definition', 'A survey', '--email', 'Ada@example.org', ...more)

describe('the command line on SQLite', () => {
  test('lists the other applications beside one that is damaged, and says what to do with that', async () => {
    const { folder, run, close } = await openTerminal('sqlite')
    const create = (name: string) =>
      run(
        'app',
        'create',
        name,
        '--definition',
        'A survey',
        '--email',
        'Ada@example.org',
        '--password',
        password,
      )
    expect(await create('vallelunga')).toMatchObject({ code: 0 })
    expect(await create('tumulus')).toMatchObject({ code: 0 })
    const file = join(folder, 'data', 'applications', 'tumulus', 'trowel.sqlite')
    writeFileSync(file, 'these are not the bytes of a database '.repeat(500))
    const { code, printed, noted } = await run('app', 'list')
    expect(code).toBe(0)
    expect(printed).toMatch(/\ntumulus +damaged *\nvallelunga +on +\d+ +A survey\n$/)
    expect(noted).toMatch(/"tumulus" is empty or damaged.*trowel app create tumulus/)
    await close()
  })
})

describe.each(oneEngine)('the command line (%s)', (engine) => {
  beforeAll(async () => {
    terminal = await openTerminal(engine)
  })
  afterAll(() => terminal.close())

  test('makes an application and lists it', async () => {
    expect(await createApp('vallelunga', '--password', password)).toMatchObject({ code: 0 })
    const { code, printed } = await terminal.run('app', 'list')
    expect(code).toBe(0)
    expect(printed).toMatch(/^name +status +tables +definition\nvallelunga +on +\d+ +A survey\n$/)
  })

  test('makes a key, which stands alone on stdout, lists it and revokes it', async () => {
    const made = await terminal.run(
      'key',
      'create',
      '--app',
      'vallelunga',
      '--label',
      'GIS',
      '--privilege',
      'reader',
    )
    expect(made.printed).toMatch(/^trw_vallelunga\.[0-9a-f]{64}\n$/)
    expect((await terminal.run('key', 'list', '--app', 'vallelunga')).printed).toMatch(
      /\n1 +GIS +30 reader .* - +-\n$/,
    )
    expect(await terminal.run('key', 'revoke', '1', '--app', 'vallelunga')).toMatchObject({ code: 0 })
    expect((await terminal.run('key', 'list', '--app', 'vallelunga')).printed).toMatch(/\d\d:\d\d\n$/)
  })

  test('adds a person, lists him and gives him a new password', async () => {
    const of = ['--app', 'vallelunga']
    const added = [
      'user',
      'create',
      'Mira@example.org',
      '--name',
      'Mira Conti',
      '--privilege',
      'writer',
      ...of,
    ]
    expect(await terminal.run(...added, '--password', password)).toMatchObject({ code: 0 })
    const { printed } = await terminal.run('user', 'list', ...of)
    expect(printed).toMatch(/\n1 +ada@example\.org +ada@example\.org +1 super_admin +-\n/)
    expect(printed).toMatch(/\n2 +mira@example\.org +Mira Conti +20 writer +-\n$/)
    const changed = await terminal.run(
      'user',
      'password',
      'mira@example.org',
      '--password',
      'another one',
      ...of,
    )
    expect(changed).toMatchObject({ code: 0 })
  })
})

describe.each(oneEngine)('the command line, whatever the engine (%s)', (engine) => {
  beforeAll(async () => {
    terminal = await openTerminal(engine)
  })
  afterAll(() => terminal.close())

  test('the password of a new application may stand in the environment', async () => {
    terminal.environment['TROWEL_PASSWORD'] = password
    expect(await createApp()).toMatchObject({ code: 0 })
    delete terminal.environment['TROWEL_PASSWORD']
  })

  test('a name that is taken is refused', async () => {
    const { code, noted } = await createApp('vallelunga', '--password', password)
    expect(code).toBe(1)
    expect(noted).toContain('already')
  })

  test.each([
    ['a privilege that keys cannot have', ['key', 'create', '--label', 'x', '--privilege', '1'], 1, '30'],
    ['a privilege that does not exist', ['key', 'create', '--label', 'x', '--privilege', 'boss'], 1, '30'],
    ['a key that does not exist', ['key', 'revoke', '99'], 1, 'no such API key'],
    ['a key that is no number', ['key', 'revoke', 'one'], 2, 'not the number of a key'],
    [
      'a person who does not exist',
      ['user', 'password', 'b@example.org', '--password', password],
      1,
      'b@example.org',
    ],
    ['an address that is none', ['user', 'create', 'nobody', '--password', password], 1, 'e-mail'],
    [
      'a password that is too short',
      ['user', 'create', 'b@example.org', '--password', 'x'],
      1,
      '8 characters',
    ],
  ])('%s is refused with a sentence', async (_case, words, code, sentence) => {
    const outcome = await terminal.run(...words, '--app', 'vallelunga')
    expect(outcome.code).toBe(code)
    expect(outcome.noted).toContain(sentence)
  })

  test('an application that does not exist is refused, and those that do are named', async () => {
    const { code, noted } = await terminal.run('key', 'list', '--app', 'valle')
    expect(code).toBe(1)
    expect(noted).toContain('There are: vallelunga.')
  })
})

describe('the command line', () => {
  beforeEach(async () => {
    terminal = await openTerminal('sqlite')
  })
  afterEach(() => terminal.close())

  test('says what is wrong with a new application, all at once, and makes nothing', async () => {
    const { code, noted } = await createApp('Valle Lunga', '--password', 'short')
    expect(code).toBe(1)
    expect(noted).toContain('name: ')
    expect(noted).toContain('password: ')
    expect((await terminal.run('app', 'list')).noted).toContain('There is no application yet.')
  })

  test('without a password and with nobody to ask it is a wrong command', async () => {
    const { code, noted } = await createApp()
    expect(code).toBe(2)
    expect(noted).toContain('TROWEL_PASSWORD')
  })

  test.each([
    ['TROWEL_PORT', 'many'],
    ['TROWEL_LOG_LEVEL', 'loud'],
  ])('a setting that cannot be used is named: %s', async (name, value) => {
    terminal.environment[name] = value
    const { code, noted } = await terminal.run('app', 'list')
    expect([code, noted.split(' ')[0]]).toEqual([1, name])
  })

  test('a level of the log that is empty counts as not set', async () => {
    terminal.environment['TROWEL_LOG_LEVEL'] = ' '
    expect((await terminal.run('app', 'list')).code).toBe(0)
  })

  const commands = [
    [],
    ['serve'],
    ['app'],
    ['app', 'create'],
    ['app', 'list'],
    ['import'],
    ['key'],
    ['key', 'create'],
    ['key', 'list'],
    ['key', 'revoke'],
    ['user'],
    ['user', 'create'],
    ['user', 'list'],
    ['user', 'password'],
    ['demo'],
    ['demo', 'load'],
    ['files'],
    ['files', 'check'],
  ]

  test.each(commands.map((words) => [words.join(' ') || 'trowel', words] as const))(
    '%s explains itself',
    async (_name, words) => {
      const { code, printed } = await terminal.run(...words, '--help')
      expect(code).toBe(0)
      expect(printed).toContain(`Usage: ${['trowel', ...words].join(' ')}`)
      if (!['app', 'key', 'user', 'demo', 'files'].includes(words.join(' ')))
        expect(printed).toMatch(/Examples?:/)
    },
  )

  test('says its version', async () => {
    expect(await terminal.run('--version')).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^5\.\d+\.\d+\n$/),
    })
  })

  test('whose answer is read no further ends without a stack', async () => {
    const child = spawn(process.execPath, [program, '--help'])
    child.stdout.destroy()
    let said = ''
    child.stderr.on('data', (piece) => (said += String(piece)))
    const [code] = await once(child, 'close')
    expect([code, said]).toEqual([1, ''])
  })

  test.each([
    ['no command', []],
    ['a command that does not exist', ['dig']],
    ['an option that does not exist', ['app', 'list', '--all']],
    ['a missing option', ['key', 'create', '--app', 'vallelunga']],
    ['a missing argument', ['app', 'create', '--definition', 'x', '--email', 'a@b']],
  ])('%s is a wrong command', async (_case, words) => {
    expect(await terminal.run(...words)).toMatchObject({ code: 2, printed: '' })
  })

  test('a folder that a running service uses is refused to commands that write, and the way out is said', async () => {
    const { openServices } = await import('../open-services.js')
    const { readConfig } = await import('../config.js')
    const { pino } = await import('pino')
    const services = await openServices(readConfig(terminal.environment, 2), pino({ level: 'silent' }))
    try {
      expect((await terminal.run('app', 'list')).code).toBe(0)
      const { code, noted } = await terminal.run('files', 'check', '--mend')
      expect(code).toBe(1)
      expect(noted).toContain('Stop that one first')
      expect(noted).toContain('--url')
    } finally {
      await services.close()
    }
  })
})
