import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../../../', import.meta.url))
const compiler = join(project, 'node_modules/typescript/bin/tsc')

const options = {
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

/** Runs the compiler of the checkout in a folder that has a `tsconfig.json`. @returns what it has to say */
export const compileFolder = (folder: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (_failed, output) => resolve(output))
  })

/**
 * Holds the files of a program, by name, against the types of the SDK as this checkout has it.
 * @returns what the compiler has to say
 */
export async function compileProgram(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'trowel-program-'))
  const paths = { '@trowel/client': [join(project, 'packages/client/dist/client.d.ts')] }
  const settings = { compilerOptions: { ...options, skipLibCheck: true, noEmit: true, paths } }
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    return await compileFolder(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Settings for a program elsewhere, whose libraries are looked at declaration by declaration. */
export const strictSettings = JSON.stringify({ compilerOptions: { ...options, skipLibCheck: false } })
