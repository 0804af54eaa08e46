// Makes the package of the SDK, which needs nothing of this workspace: one module, and types beside it.
//   npm run pack:client [-- FOLDER]      writes trowel-client-….tgz into FOLDER, this one by itself
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { build, checkNode, giveUp, install, root } from './workspace.mjs'

const compiled = (name) => join(root, 'packages', name, 'dist')
const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
/** What stands for the one library whose types the contract names. */
const schemaTypes = join(root, 'packages/client/typebox')

checkNode()
install()
if (!build()) process.exit(1)
/** The package as it is packed. */
const folder = mkdtempSync(join(tmpdir(), 'trowel-client-'))
const target = resolve(process.argv[2] ?? '.')
mkdirSync(target, { recursive: true })
await writeCode()
writeTypes(join(compiled('client'), 'client.d.ts'))
writeManifest()
copyFileSync(join(root, 'packages/client/README.md'), join(folder, 'README.md'))
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
const npm = spawnSync('npm', ['pack', folder, '--pack-destination', target, '--silent'], { stdio: 'inherit' })
rmSync(folder, { recursive: true, force: true })
if (npm.status !== 0) giveUp('npm pack did not succeed; its messages stand above.')

/** All modules in one. */
async function writeCode() {
  const bundle = await rolldown({ input: join(compiled('client'), 'client.js'), platform: 'neutral' })
  await bundle.write({ file: join(folder, 'client.js'), format: 'esm' })
}

/** A declaration and all that it leads to; those of the contract in a folder of their own. */
function writeTypes(first) {
  const waiting = [first]
  const written = new Set(waiting)
  for (const path of waiting) {
    const place = placeOf(path)
    const declared = readFileSync(path, 'utf8')
      // Browsers have it too, without that module.
      .replaceAll('import("url").URL', 'URL')
    const text = declared.replace(/\b(from |import\()(['"])([^'"]+)\2/g, (all, how, quote, name) => {
      const found = declarationOf(name, path)
      if (!found) return all
      if (!written.has(found)) waiting.push(found)
      written.add(found)
      const way = relative(dirname(place), placeOf(found))
        .replace(/\.d\.ts$/, '.js')
        .replaceAll('\\', '/')
      return `${how}${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`
    })
    mkdirSync(dirname(join(folder, place)), { recursive: true })
    writeFileSync(join(folder, place), text)
  }
}

/** The declaration that an import means; nothing for what every program has. */
function declarationOf(name, from) {
  if (name === 'typebox') return join(schemaTypes, 'typebox.d.ts')
  const ours = /^@trowel\/contract\/(.+)$/.exec(name)?.[1]
  if (ours === undefined && !name.startsWith('.')) return undefined
  const module = ours === undefined ? resolve(dirname(from), name) : join(compiled('contract'), ours)
  return module.replace(/\.js$/, '.d.ts')
}

function placeOf(path) {
  if (dirname(path) === schemaTypes) return join('typebox', basename(path))
  const own = relative(compiled('client'), path)
  return own.startsWith('..') ? join('contract', relative(compiled('contract'), path)) : own
}

function writeManifest() {
  const { name, version, description, license, type, sideEffects } = manifestOf('client')
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    types: './client.d.ts',
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
