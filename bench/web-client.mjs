// How quick is the web client on the demo? The first view in a browser that has seen nothing, then a list and
// a record after a click. As people do, the hand goes to a link once there is something to see, and presses a
// moment after it has arrived.
//
//   node bench/web-client.mjs [--times 5] [--url http://localhost:4000]
//
// With an address, the service there is asked, which must have the demo; else one is started.
import { execFileSync, spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { freshFolder, machine, startService } from './programs.mjs'

const { values: options } = parseArgs({
  options: { times: { type: 'string', default: '5' }, url: { type: 'string' } },
})
const named = machine()
const service = options.url === undefined ? await startDemo() : { url: options.url, stop: async () => {} }
const person = { app: 'demo', email: 'demo@trowel.example', password: 'trowel-demo' }
const login = await fetch(`${service.url}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(person),
})
const kept = JSON.stringify({ token: (await login.json()).token, receivedAt: Date.now() })
const installed = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], {
  encoding: 'utf8',
})
const executablePath = installed.stdout.trim() || undefined

/** Between what a hand does and what it does next, in milliseconds. */
const handPauses = { looking: 1_000, pressing: 150 }

const taken = { 'first view': [], 'list of contexts': [], 'record of a context': [] }
for (let time = 0; time < Number(options.times); time++) {
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  // One that has just been started is busy with itself.
  await setTimeout(handPauses.looking)
  const context = await browser.newContext({ baseURL: service.url, serviceWorkers: 'block' })
  await context.addInitScript((text) => sessionStorage.setItem('trowel.token', text), kept)
  const page = await context.newPage()
  await page.goto('/app/demo')
  await page.getByRole('heading', { name: 'DEMO', level: 1 }).waitFor()
  taken['first view'].push(await page.evaluate(() => performance.now()))
  taken['list of contexts'].push(
    await afterClick(page, 'nav a[href$="/records/contexts"]', '[data-index="0"] a'),
  )
  taken['record of a context'].push(await afterClick(page, '[data-index="0"] a', 'dl, section h2'))
  await browser.close()
}
for (const [what, times] of Object.entries(taken)) {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  process.stdout.write(`${what}: ${sorted[Math.floor(sorted.length / 2)]} ms (${sorted.join(', ')})\n`)
}
process.stdout.write(
  `${named.model}, ${named.processors} processors, Node ${named.node}, load ${named.loadBefore.toFixed(1)}\n`,
)
await service.stop()
process.exit(0)

/**
 * From the click to the moment at which what it leads to stands in the page; both are marked in the page
 * itself.
 */
async function afterClick(page, link, shown) {
  await setTimeout(handPauses.looking)
  await page.locator(link).first().hover()
  await setTimeout(handPauses.pressing)
  await page.evaluate(
    ([from, to]) => {
      const place = document.querySelector('main')
      performance.clearMarks()
      document.querySelector(from).addEventListener('click', () => {
        performance.mark('clicked')
        const before = new Set(place.querySelectorAll(to))
        const look = () => {
          if ([...place.querySelectorAll(to)].some((found) => !before.has(found))) performance.mark('shown')
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    },
    [link, shown],
  )
  await page.locator(link).first().click()
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  return page.evaluate(() => performance.measure('taken', 'clicked', 'shown').duration)
}

function startDemo() {
  const folder = freshFolder('web-client')
  const program = fileURLToPath(new URL('../packages/server/dist/cli/main.js', import.meta.url))
  const env = { ...process.env, TROWEL_DATA: folder }
  execFileSync(process.execPath, [program, 'demo', 'load'], { env, stdio: 'ignore' })
  return startService(folder)
}
