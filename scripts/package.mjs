// Makes the archive with which Trowel runs on a machine that has Node and nothing else, and beside it the
// bill of materials and the checksums of both. The same sources make the same bytes.
//   npm run package                       build/trowel-VERSION.tgz, for most systems; fetches their parts
//   npm run package -- --for darwin-x64   for this system alone
//   npm run package -- --here             for the system of this machine alone, without the network
//   npm run package -- --into FOLDER      in another folder
//   npm run package -- --quick            larger, and sooner done: for trials
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { archiveContents } from './archive-contents.mjs'
import { allSystems, librariesOf, thisSystem } from './libraries.mjs'
import { build, checkNode, giveUp, isInstalled, root, say } from './workspace.mjs'

const { values } = parseArgs({
  options: {
    for: { type: 'string' },
    here: { type: 'boolean', default: false },
    into: { type: 'string', default: join(root, 'build') },
    quick: { type: 'boolean', default: false },
  },
})

/** Of an archive: people fetch it over the links of excavations. */
const maxBytes = 64e6

checkNode()
if (!isInstalled()) giveUp('The libraries are not installed. Run `npm ci` first.')
if (!build()) process.exit(1)
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const systems = wantedSystems()
const label = systems.length === 1 ? `-${nameOf(systems[0])}` : ''
const folder = resolve(values.into)
mkdirSync(folder, { recursive: true })
const scratch = mkdtempSync(join(tmpdir(), 'trowel-package-'))
try {
  const time = timeOfSources()
  const fetched = await fetchMissing(systems)
  const { bill, entries } = archiveContents({ systems, time, folderOf: (place) => fetched.get(place) })
  const made = [
    [`trowel-${version}${label}.tgz`, await compressed(entries, time)],
    [`trowel-${version}${label}.cdx.json`, bill],
  ]
  for (const [name, bytes] of made) writeFileSync(join(folder, name), bytes)
  const sums = made.map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
  const [[archive, { length }]] = made
  say(`${join(folder, archive)}: ${entries.length} files, ${(length / 1e6).toFixed(1)} MB`)
  if (length > maxBytes && !values.quick)
    giveUp(`It is larger than ${maxBytes / 1e6} MB: see what scripts/archive-contents.mjs may leave out.`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function wantedSystems() {
  if (values.here) return [thisSystem()]
  if (values.for === undefined) return allSystems.filter(({ isInArchive }) => isInArchive)
  const system = allSystems.find((one) => nameOf(one) === values.for)
  return system ? [system] : giveUp(`--for takes one of ${allSystems.map(nameOf).join(', ')}.`)
}

function nameOf({ os, cpu }) {
  return `${os}-${cpu}`
}

/** Every file is as old as the last commit, whenever and wherever the archive is made. */
function timeOfSources() {
  const given = process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct')
  if (!/^\d+$/.test(given))
    giveUp('This is no checkout with git. Set SOURCE_DATE_EPOCH to the time of the sources, in seconds.')
  return new Date(Number(given) * 1000)
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
}

/**
 * Native parts for other systems, which an installation leaves out.
 * @returns their folders by their places
 */
async function fetchMissing(wanted) {
  const missing = librariesOf(['packages/server'], wanted).filter(
    ({ place }) => !existsSync(join(root, place)),
  )
  if (missing.length === 0) return new Map()
  say(`Fetching ${missing.length} native parts for other systems …`)
  const names = missing.map(({ name, version: of }) => `${name}@${of}`)
  const npm = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', scratch, ...names],
    {
      cwd: scratch,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 2],
      shell: process.platform === 'win32',
    },
  )
  if (npm.status !== 0)
    giveUp('They could not be fetched; the reason stands above. `--here` needs none of them.')
  const packed = JSON.parse(npm.stdout)
  const folders = new Map()
  for (const { place, name, integrity } of missing) {
    const file = packed.find((one) => one.name === name)?.filename
    if (file === undefined) giveUp(`npm did not fetch ${name}.`)
    folders.set(place, await unpack(join(scratch, file), integrity))
  }
  return folders
}

/** @param integrity as the lock file has it */
async function unpack(archive, integrity) {
  const bytes = readFileSync(archive)
  const [algorithm, digest] = integrity.split('-')
  if (createHash(algorithm).update(bytes).digest('base64') !== digest)
    giveUp(`${archive} is not what the lock file names.`)
  const target = archive.replace(/\.tgz$/, '')
  for (const { header, data } of await unpackTar(gunzipSync(bytes))) {
    if (header.type !== 'file') continue
    const path = join(target, header.name.replace(/^[^/]+\//, ''))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, data)
  }
  return target
}

async function compressed(entries, mtime) {
  const tar = await packTar(
    entries.map(({ name, path, bytes, isProgram }) => {
      const body = bytes ?? readFileSync(path)
      const mode = isProgram ? 0o755 : 0o644
      const header = { name: `trowel-${version}/${name}`, size: body.length, mode, mtime, uid: 0, gid: 0 }
      return { header, body }
    }),
  )
  const zipped = gzipSync(tar, { level: values.quick ? 1 : 9, memLevel: 9 })
  // Which system made it is no part of it.
  zipped[9] = 255
  return zipped
}
