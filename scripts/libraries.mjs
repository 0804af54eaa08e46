// Which libraries a package needs where it runs, as the lock file has them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

/**
 * Where Trowel runs: `process.platform`, `process.arch`, and the C library of Linux. The parts of Intel Macs
 * and of Windows on ARM would make the one archive a third larger for all: they get one of their own.
 */
export const allSystems = [
  { os: 'linux', cpu: 'x64', libc: 'glibc', isInArchive: true },
  { os: 'linux', cpu: 'arm64', libc: 'glibc', isInArchive: true },
  { os: 'darwin', cpu: 'x64', isInArchive: false },
  { os: 'darwin', cpu: 'arm64', isInArchive: true },
  { os: 'win32', cpu: 'x64', isInArchive: true },
  { os: 'win32', cpu: 'arm64', isInArchive: false },
]

export function thisSystem() {
  const { platform: os, arch: cpu } = process
  if (os !== 'linux') return { os, cpu }
  const isGlibc = process.report.getReport().header.glibcVersionRuntime !== undefined
  return { os, cpu, libc: isGlibc ? 'glibc' : 'musl' }
}

/** It would only change the priority of threads where a pool is told to, and none is. */
const unused = '@napi-rs/nice'

export const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/**
 * Everything that is loaded from some places of the lock file on, with those places, in the order of their
 * names: where it lies, what the lock file says of it, and the places of what it loads itself.
 */
export function librariesOf(places, systems) {
  const lock = readLock()
  const found = new Map()
  const left = [...places]
  while (left.length > 0) {
    const place = left.pop()
    if (found.has(place)) continue
    const locked = lock[place]
    const needs = neededBy(locked)
      .map(({ name, isOptional }) => ({ name, isOptional, at: placeOf(lock, name, place) }))
      .filter(({ at, isOptional }) => !isOptional || (at !== undefined && runsOnAny(lock[at], systems)))
    const missing = needs.find(({ at }) => at === undefined)
    if (missing) throw new Error(`${place} needs ${missing.name}, which the lock file does not have.`)
    found.set(place, { place, ...locked, name: nameIn(place, locked), needs: needs.map(({ at }) => at) })
    left.push(...needs.map(({ at }) => at))
  }
  return [...found.values()].sort((a, b) => (a.place < b.place ? -1 : 1))
}

function neededBy({ dependencies = {}, peerDependencies = {}, optionalDependencies = {}, ...locked }) {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional && !(name in optionalDependencies),
  )
  return [
    ...[...new Set([...Object.keys(dependencies), ...peers])].map((name) => ({ name, isOptional: false })),
    ...Object.keys(optionalDependencies)
      .filter((name) => name !== unused)
      .map((name) => ({ name, isOptional: true })),
  ]
}

/** As Node looks for it: beside the one that asks, then further out. */
function placeOf(lock, name, from) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]+$/, '')) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (!folder.endsWith('node_modules') && lock[place])
      return lock[place].link ? lock[place].resolved : place
    if (folder === '') return undefined
  }
}

const nameIn = (place, { name }) => name ?? place.slice(place.lastIndexOf('node_modules/') + 13)

const runsOnAny = ({ os, cpu, libc }, systems) =>
  systems.some(
    (system) =>
      (os?.includes(system.os) ?? true) &&
      (cpu?.includes(system.cpu) ?? true) &&
      (system.libc === undefined || (libc?.includes(system.libc) ?? true)),
  )
