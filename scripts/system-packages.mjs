// Programs of the system that tests run besides the service: GDAL's clients for maps, a pooler for
// PostgreSQL, a server of MariaDB that old installations lie on, the libraries of Python that its guide uses.
//   node scripts/system-packages.mjs      installs what is missing, where that is allowed
import { spawnSync } from 'node:child_process'
import { say } from './workspace.mjs'

/** What has to answer, one of several in this order, and the Debian packages that have it. */
const programs = [
  {
    // The browser without windows takes two thirds of the time for the journeys.
    oneOf: [
      { program: 'chromium-headless-shell', from: 'chromium-headless-shell' },
      { program: 'chromium', from: 'chromium' },
    ],
    missing: 'the journeys through the web client',
  },
  { oneOf: [{ program: 'ogrinfo', from: 'gdal-bin' }], missing: 'the tests that run the programs of GDAL' },
  {
    oneOf: [{ program: 'pgbouncer', from: 'pgbouncer' }],
    missing: 'the tests that reach PostgreSQL through a pooler',
  },
  {
    oneOf: [{ program: 'mariadbd', from: 'mariadb-server-core' }],
    missing: 'the tests that adopt an installation on MariaDB',
  },
  { oneOf: [{ program: 'curl', from: 'curl' }], missing: 'the tests that do what README and guides show' },
  {
    oneOf: [
      {
        program: '/usr/bin/python3',
        words: ['-c', 'import requests, pandas'],
        from: ['python3-requests', 'python3-pandas'],
      },
    ],
    missing: 'the test that does what the guide for Python shows',
  },
]

const answers = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Installs missing programs through apt, as root or through a sudo that asks nothing. Elsewhere nothing
 * happens, and the run says what it leaves out.
 */
function installSystemPackages() {
  const isThere = ({ oneOf }) =>
    oneOf.some(({ program, words = ['--version'] }) => answers(program, ...words))
  const wanted = programs.filter((one) => !isThere(one))
  if (wanted.length === 0) return
  // All at once, as far as the system knows them by their first names.
  install(wanted.flatMap(({ oneOf }) => oneOf[0].from))
  for (const { oneOf, missing } of wanted.filter((one) => !isThere(one))) {
    if (oneOf.some(({ from }) => install([from].flat()))) continue
    const names = oneOf.map(({ from }) => [from].flat().join(' and ')).join(' or ')
    say(`${names} is not installed, and cannot be from here: ${missing} are left out.`)
  }
}

/** @returns whether the packages are there now */
function install(names) {
  const before = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [first, ...rest] = [...before, 'apt-get']
  const apt = (...args) =>
    spawnSync(first, [...rest, ...args], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0
  if (!apt('--version')) return false
  say(`Installing ${names.join(', ')} …`)
  const add = () => apt('install', '-y', '--no-install-recommends', ...names)
  return add() || (apt('update') && add())
}

installSystemPackages()
