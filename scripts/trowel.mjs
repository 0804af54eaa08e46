// The command line from a checkout, compiled first when a source changed: `npx trowel …` and `npm run trowel
// -- …` come here.
import { build, checkNode, importServer } from './workspace.mjs'

checkNode()
if (!build()) process.exit(1)
await importServer('cli/main.js')
