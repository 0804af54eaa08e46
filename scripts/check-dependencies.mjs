// Licences and known advisories of the libraries that the service and the page run with, and whether each has
// its reason in docs/dependencies.md.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allSystems, librariesOf } from './libraries.mjs'
import { root, say } from './workspace.mjs'

/** Licences that go with Trowel's own, and those that need a word. */
const licences = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['Zlib', 'OFL-1.1', 'PSF-2.0', 'Unlicense'],
])
/** libvips is loaded as a library of its own beside sharp, unchanged, and may be exchanged. */
const loadedBeside = /^@img\/sharp-(libvips-|win32-)/
/** Whose package says nothing: MIT, as its own LICENSE says. */
const silent = new Set(['png-js'])

/** How long the registry may take to answer. */
const auditMs = 20_000

export function checkDependencies() {
  const service = librariesOf(['packages/server'], allSystems)
  const page = librariesOf(pagePlaces(), allSystems)
  const own = /^packages\//
  const all = [...new Map([...service, ...page].map((one) => [one.place, one])).values()].filter(
    ({ place }) => !own.test(place),
  )
  const problems = [...all.flatMap(licenceProblem), ...advisoryProblems(all), ...reasonProblems()]
  for (const problem of problems) say(problem)
  return problems.length === 0
}

const packageOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))

/** What is bundled into the page is no library of the installed service, but runs as well. */
const bundled = () =>
  Object.keys(packageOf('web').devDependencies).filter(
    (name) => !/^(@types\/|@trowel\/|@vitejs\/|vite$)/.test(name),
  )
const pagePlaces = () => bundled().map((name) => `node_modules/${name}`)

function licenceProblem({ name, license }) {
  if (loadedBeside.test(name) || (license === undefined && silent.has(name))) return []
  const expression = String(license ?? 'none').replace(/[()]/g, '')
  const isFine = expression
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => licences.has(one)))
  return isFine ? [] : [`${name} has the licence ${expression}, which nobody has looked at.`]
}

function advisoryProblems(libraries) {
  const { date, advisories } = JSON.parse(readFileSync(join(root, 'scripts', 'advisories.json'), 'utf8'))
  const accepted = new Set(advisories.filter((one) => one.accepted).map(({ id }) => id))
  const told = audited(accepted)
  if (told === undefined) say(`The registry answers no audit: the list of ${date} alone was looked at.`)
  const recorded = advisories
    .filter((one) => !one.accepted)
    .flatMap(({ id, library, fixed, major, about }) =>
      libraries
        .filter(({ name }) => name === library)
        .filter(({ version }) => major === undefined || Number(version.split('.')[0]) === major)
        .filter(({ version }) => isBefore(version, fixed))
        .map(({ version }) => `${library} ${version} has a known fault (${id}): ${about}. Take ${fixed}.`),
    )
  return [...recorded, ...(told ?? [])]
}

/** @returns what the registry knows against what is installed, or nothing where it does not answer */
function audited(accepted) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: auditMs,
  })
  let answer
  try {
    answer = JSON.parse(stdout)
  } catch {
    return undefined
  }
  if (answer.vulnerabilities === undefined) return undefined
  const found = Object.values(answer.vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object'),
  )
  return found
    .filter(({ url = '' }) => ![...accepted].some((id) => url.endsWith(id)))
    .map(({ name, title, url }) => `${name} has a known fault: ${title} (${url}).`)
}

/** Is a version older than another? A mark behind the numbers makes it older than the numbers alone. */
function isBefore(version, fixed) {
  const [[numbers, mark], [others]] = [version, fixed].map((text) => text.split('-'))
  const [one, other] = [numbers, others].map((text) => text.split('.').map(Number))
  const at = one.findIndex((n, k) => n !== other[k])
  return at < 0 ? mark !== undefined : one[at] < other[at]
}

/** Libraries that Trowel names itself and docs/dependencies.md does not, and the other way round. */
function reasonProblems() {
  const named = [...Object.keys(packageOf('server').dependencies), ...bundled()]
  const wanted = new Set(named.filter((name) => !name.startsWith('@trowel/')))
  const text = readFileSync(join(root, 'docs', 'dependencies.md'), 'utf8')
  const given = new Set([...text.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name]) => name))
  return [
    ...[...wanted]
      .filter((name) => !given.has(name))
      .map((name) => `docs/dependencies.md gives no reason for ${name}.`),
    ...[...given]
      .filter((name) => !wanted.has(name))
      .map((name) => `docs/dependencies.md names ${name}, which is not used.`),
  ]
}
