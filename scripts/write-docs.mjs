// Writes the tables of the documentation that come from the code (operators, error codes, privileges) into
// their pages, and draws its pictures.
//   node scripts/write-docs.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, checkNode, importServer, root, say } from './workspace.mjs'

checkNode()
if (!build()) process.exit(1)
const { documentedTables } = await importServer('testing/documented-tables.js')
for (const { page, name, lines } of documentedTables) {
  const path = join(root, page)
  const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(place, (_, start, end) => `${start}${lines.join('\n')}\n${end}`),
  )
  say(`${page}: ${name}`)
}
const { documentedPictures } = await importServer('testing/documented-images.js')
for (const { path, draw } of documentedPictures) {
  writeFileSync(join(root, path), draw())
  say(path)
}
