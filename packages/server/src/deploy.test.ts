import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settingsRead } from './cli/doctor/check-settings.js'
import { limitSettings, readConfig } from './config.js'
import { productVersion } from './product-version.js'

const project = new URL('../../../', import.meta.url)
const folder = new URL('deploy/', project)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
/** Without comments. */
const linesOf = (name: string): string[] =>
  read(name)
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean)
const names = readdirSync(folder)
const { port } = readConfig({}, 2)
const stopSeconds = limitSettings.stopMs.value / 1000
const importMebibytes = limitSettings.importBytes.value / 2 ** 20

test.each(names)('%s names only settings that the service reads, and files that are there', (name) => {
  const settings = settingsRead({ TROWEL_OIDC_PROVIDERS: '' })
  const named = [...read(name).matchAll(/\bTROWEL_[A-Z_]+/g)].map(([setting]) => setting)
  expect(named.filter((setting) => !settings.has(setting))).toEqual([])
  const files = [...read(name).matchAll(/\bdeploy\/[\w.]+\w/g)].map(([path]) => path)
  expect(files.filter((path) => path !== 'deploy/.env' && !existsSync(new URL(path, project)))).toEqual([])
})

describe('the unit of systemd', () => {
  const settings = linesOf('trowel.service').map((line) => line.split(/=(.*)/))
  const settingOf = (key: string) => settings.find(([name]) => name === key)?.[1]

  test('lets the service write to its data alone, and gain no rights', () => {
    expect(settingOf('ProtectSystem')).toBe('strict')
    expect(settingOf('NoNewPrivileges')).toBe('yes')
    expect(settingOf('CapabilityBoundingSet')).toBe('')
    expect(settings).toContainEqual([
      'Environment',
      `TROWEL_DATA=/var/lib/${settingOf('StateDirectory')}`,
      '',
    ])
  })

  test('waits longer than answers under way may take, and starts what the archive has', () => {
    expect(Number(settingOf('TimeoutStopSec'))).toBeGreaterThan(stopSeconds)
    expect(settingOf('ExecStart')).toBe('/usr/bin/node /opt/trowel/trowel.js serve')
  })
})

describe('nginx', () => {
  const lines = linesOf('nginx.conf').map((line) => line.replace(/;$/, ''))

  test('hands everything on, as it comes and as large as it may be', () => {
    expect(lines).toContain(`proxy_pass http://127.0.0.1:${port}`)
    for (const line of ['proxy_buffering off', 'proxy_request_buffering off', 'proxy_http_version 1.1'])
      expect(lines).toContain(line)
    const size = Number(/client_max_body_size (\d+)m/.exec(lines.join())?.[1])
    expect(size).toBeGreaterThan(importMebibytes)
  })

  test('says who asked, and for which name', () => {
    for (const [name, value] of [
      ['Host', '$host'],
      ['X-Forwarded-For', '$proxy_add_x_forwarded_for'],
      ['X-Forwarded-Proto', '$scheme'],
    ])
      expect(lines).toContain(`proxy_set_header ${name} ${value}`)
  })
})

test.each(['Caddyfile', 'nodes.Caddyfile'])(
  '%s hands everything on, as it comes and as large as it may be',
  (name) => {
    const lines = linesOf(name)
    expect(lines.join('\n')).toMatch(new RegExp(`:127.0.0.1:${port}[} ]`))
    expect(lines).toContain('flush_interval -1')
    expect(Number(/max_size (\d+)MiB/.exec(lines.join())?.[1])).toBeGreaterThan(importMebibytes)
    expect(lines.filter((line) => /request_buffers|response_buffers/.test(line))).toEqual([])
  },
)

test('in front of several nodes Caddy keeps to those that are ready', () => {
  expect(linesOf('nodes.Caddyfile')).toContain('health_uri /readyz')
})

describe('the programs themselves, where they are installed,', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'trowel-deploy-'))
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))
  const run = (program: string, words: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync(program, words, {
      encoding: 'utf8',
      env: { ...process.env, HOME: scratch },
    })
    return { isThere: error === undefined, status, said: `${stdout ?? ''}${stderr ?? ''}` }
  }
  const copy = (name: string, text: string): string => {
    const path = join(scratch, name)
    writeFileSync(path, text)
    return path
  }

  test.runIf(run('caddy', ['version']).isThere).each(['Caddyfile', 'nodes.Caddyfile'])(
    'Caddy takes %s as it is',
    (name) => {
      const path = fileURLToPath(new URL(name, folder))
      const { status, said } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', path])
      expect([status, said]).toEqual([0, expect.stringContaining('Valid configuration')])
    },
  )

  test.runIf(run('nginx', ['-v']).isThere)('nginx takes its file, but for a certificate', () => {
    let sockets = 0
    const server = read('nginx.conf')
      .replace(/^ *ssl_certificate.*\n/gm, '')
      .replace(/listen .*;/g, () => `listen unix:${scratch}/${++sockets};`)
    const path = copy('nginx.conf', `pid ${scratch}/pid;\nevents {}\nhttp {\n${server}}\n`)
    expect(run('nginx', ['-t', '-q', '-p', scratch, '-e', join(scratch, 'log'), '-c', path])).toMatchObject({
      status: 0,
      said: '',
    })
  })

  test.runIf(run('systemd-analyze', ['--version']).isThere)('systemd finds nothing wrong', () => {
    const path = copy('trowel.service', read('trowel.service').replace('/usr/bin/node', process.execPath))
    expect(run('systemd-analyze', ['verify', path])).toMatchObject({ status: 0, said: '' })
    const { said } = run('systemd-analyze', ['security', '--offline=true', path])
    expect(Number(/level for trowel.service: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2)
  })
})

describe('the container', () => {
  const file = linesOf('Dockerfile').join('\n')

  test('is described without anything that its linter warns of', () => {
    expect(validate(read('Dockerfile'))).toEqual([])
    expect(validate('FROM node:20\nMAINTAINER nobody\n')).toHaveLength(1)
  })

  test('stands in a composition without anything that its linter warns of, and is the one of this version', async () => {
    const linter = new DCLinter({
      quiet: false,
      debug: false,
      exclude: [],
      rules: {
        // The service comes first, and its parts in the order in which they are explained.
        'service-keys-order': 0,
        'services-alphabetical-order': 0,
        // Caddy is there to be reached on every interface.
        'no-unbound-port-interfaces': 0,
      },
    })
    const [result] = await linter.lintFiles([fileURLToPath(new URL('compose.yaml', folder))], false)
    expect(result?.messages).toEqual([])
    const { services } = parse(read('compose.yaml'))
    expect(services.trowel.image).toBe(`trowel:${await productVersion()}`)
    expect(read('compose.yaml')).toContain(`-t ${services.trowel.image} `)
  })

  test('runs the service of the archive without rights, where others reach it, and looks after it', () => {
    expect(file).toContain('ENTRYPOINT ["node", "/opt/trowel/trowel.js"]')
    expect(file).toMatch(/\nUSER node\n/)
    expect(file).toContain('TROWEL_HOST=0.0.0.0')
    expect(file).toContain(`EXPOSE ${port}`)
    expect(file).toContain(`http://127.0.0.1:${port}/healthz`)
    expect(linesOf('Dockerfile.dockerignore')).toEqual(['*', '!trowel-*.tgz'])
  })

  test('stands in a composition whose parts find each other, and only Caddy is reached from outside', () => {
    const { services, networks, volumes } = parse(read('compose.yaml'))
    const { trowel, caddy, files, database } = services
    expect(trowel).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(Number(/^(\d+)s$/.exec(trowel.stop_grace_period)?.[1])).toBeGreaterThan(stopSeconds)
    expect(trowel.environment.TROWEL_TRUST_PROXY).toBe(caddy.networks.front.ipv4_address)
    expect(caddy.environment.UPSTREAM).toBe(`trowel:${port}`)
    expect(networks.back).toEqual({ internal: true })
    expect(files.volumes).toEqual([
      `files:/data/${trowel.environment.TROWEL_FILES_URL.slice('s3://'.length)}`,
    ])
    const published = Object.entries<object>(services).filter(([, service]) => 'ports' in service)
    expect(published.map(([name]) => name)).toEqual(['caddy'])
    expect(database.networks).toEqual(['back'])
    const mounted = Object.values<{ volumes: string[] }>(services).flatMap((service) => service.volumes)
    const named = mounted.map((mount) => mount.split(':')[0] ?? '').filter((name) => !name.startsWith('.'))
    expect(named.sort()).toEqual(Object.keys(volumes).sort())
  })

  test('is told what it must not know from a file that comes as an example', () => {
    const wanted = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
    const given = linesOf('compose.env.example').map((line) => line.split('=')[0])
    expect([...new Set(wanted)].sort()).toEqual(given.sort())
  })
})
