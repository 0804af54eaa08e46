import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// Run by itself, with the folder of an archive and that of the checkout that it was made of: prints what
// files of the archive load and only the checkout has. Node resolves for another file with a flag alone:
//   node --experimental-import-meta-resolve broken-imports.js ARCHIVE CHECKOUT
const [archive = '', checkout = ''] = process.argv.slice(2)

const loads = [
  { isRequire: false, pattern: /(?:\bfrom|^import|[;}]import|\bimport\()\s*(["'])([^"'\n$]+)\1/gm },
  { isRequire: true, pattern: /\brequire\(\s*(["'])([^"'\n$]+)\1\s*\)/g },
] as const

/** Comments and texts hold names of what nobody can load, and of types. */
function canLoad(file: string, specifier: string, isRequire: boolean): boolean {
  try {
    const url = pathToFileURL(file).href
    const found = isRequire
      ? createRequire(url).resolve(specifier)
      : fileURLToPath(import.meta.resolve(specifier, url))
    return statSync(found).isFile() && !/\.d\.[cm]?ts$/.test(found)
  } catch {
    return false
  }
}

/** Where the archive has it and where the checkout. */
const own = /^node_modules\/@trowel\//

/** Libraries of the checkout that the archive leaves out, since nothing that runs needs them. */
function isLeftOut(specifier: string): boolean {
  if (/^[./]/.test(specifier)) return false
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return !existsSync(join(archive, 'node_modules', name))
}

let files = 0
for (const entry of readdirSync(archive, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.[cm]?js$/.test(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const name = file.slice(archive.length + 1)
  if (!/^(node_modules|packages\/server)\//.test(name)) continue
  files++
  const source = join(checkout, name.replace(own, 'packages/'))
  const text = readFileSync(file, 'utf8')
  for (const { isRequire, pattern } of loads) {
    for (const [, , specifier = ''] of text.matchAll(pattern)) {
      if (specifier.startsWith('node:') || isLeftOut(specifier)) continue
      if (!canLoad(file, specifier, isRequire) && canLoad(source, specifier, isRequire))
        process.stdout.write(`${name}: ${specifier}\n`)
    }
  }
}
if (files === 0) throw new Error(`${archive} is no archive.`)
