// Compiles the packages when a source changed since the last build.
//   npm run build [-- --force]
import { build, checkNode, say } from './workspace.mjs'

checkNode()
const force = process.argv.includes('--force')
if (!build({ force })) process.exit(1)
say('The build is up to date.')
