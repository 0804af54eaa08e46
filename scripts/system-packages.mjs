// Programs of the system that tests run besides the service: GDAL's clients for maps.
//   node scripts/system-packages.mjs      installs what is missing, where that is allowed
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { say } from './workspace.mjs'

/** What has to answer, and the Debian package that has it. */
const programs = [
  { program: 'chromium', package: 'chromium', missing: 'the journeys through the web client' },
  { program: 'ogrinfo', package: 'gdal-bin', missing: 'the tests that run the programs of GDAL' },
]

const answers = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/**
 * Installs missing programs through apt, as root or through a sudo that asks nothing. Elsewhere nothing happens, and the run says
 * what it leaves out.
 */
export function installSystemPackages() {
  for (const { program, package: name, missing } of programs) {
    if (answers(program, '--version')) continue
    const before = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const [first, ...rest] = [...before, 'apt-get']
    const apt = (...args) =>
      spawnSync(first, [...rest, ...args], {
        stdio: ['ignore', 'ignore', 'ignore'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0
    if (apt('--version')) {
      say(`Installing ${name} …`)
      const install = () => apt('install', '-y', '--no-install-recommends', name)
      if (install() || (apt('update') && install())) continue
    }
    say(`${name} is not installed, and cannot be from here: ${missing} are left out.`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) installSystemPackages()
