// Starts the service: compiles what changed, then becomes the service, so that signals and stdout are the
// service's own.
//   npm start             on the data folder of the settings
//   npm run demo          the same, with the demo excavation loaded when it is not there yet
import { build, checkNode, giveUp, importServer, isInstalled, runAside, serverFile } from './workspace.mjs'

checkNode()
if (!isInstalled()) giveUp('The libraries are not installed. Run `npm ci` first.')
if (!build()) process.exit(1)
if (process.argv.includes('--demo')) {
  const code = await runAside(serverFile('cli/main.js'), ['demo', 'load'], {
    stdio: ['ignore', 2, 2],
  })
  if (code !== 0) process.exit(code)
}
if (process.env.npm_lifecycle_event !== undefined) endWithParent()
// Until the service answers to signals itself there is nothing to end but this process.
const leave = () => process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, leave)
process.argv = [process.execPath, serverFile('main.js')]
await importServer('main.js')
for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, leave)

/**
 * npm sends signals to the shell between it and this process, and the shell does not pass them on: this
 * process ends when that shell is gone.
 */
function endWithParent() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
