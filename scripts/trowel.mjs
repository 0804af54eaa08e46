// The command line from a checkout: `npm run trowel -- import finds.csv --app dig --table finds`.
import { build, checkNode, serverFile } from './workspace.mjs'

checkNode()
if (!build()) process.exit(1)
process.argv[1] = serverFile('cli/main.js')
await import(serverFile('cli/main.js'))
