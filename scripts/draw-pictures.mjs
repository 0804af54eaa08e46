// Draws the pictures of README and documentation: the views of the demo, as the end-to-end run sees them.
//   node scripts/draw-pictures.mjs
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveUp, root, runAside, say, serverFile } from './workspace.mjs'

/** The views that are shown, by the names that the run gives them. */
const views = ['home', 'listing', 'record-context', 'matrix', 'map']

const folder = mkdtempSync(join(tmpdir(), 'trowel-pictures-'))
process.env.TROWEL_TEST_PICTURES = folder
const pattern = `by day is well made: (${views.join('|')})$`
const code = await runAside('scripts/test.mjs', ['e2e/specs/every-view.test.ts', '-t', pattern])
if (code !== 0) giveUp('The views could not be drawn; the reasons stand above.')

const sharp = createRequire(serverFile('main.js'))('sharp')
const images = join(root, 'docs/images')
mkdirSync(images, { recursive: true })
for (const view of views) {
  const path = join(images, `${view}.webp`)
  const { size } = await sharp(join(folder, `${view}-light.png`))
    .resize({ width: 1200 })
    .webp({ quality: 72 })
    .toFile(path)
  say(`docs/images/${view}.webp: ${Math.round(size / 1000)} kB`)
}
rmSync(folder, { recursive: true })
