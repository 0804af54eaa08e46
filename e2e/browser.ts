import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type axeCore from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Frame,
  type Locator,
  type Page,
  type Request,
  type Route,
} from 'playwright-core'
import { expect, inject, vi } from 'vitest'
import type { Engine } from './prepare.js'
import { addressOf, nameOfHost } from './services.js'

const allEngines = inject('engines')
/** What the client decides is tested on the first engine: the service answers alike on all of them. */
export const engines = allEngines.slice(0, 1)
/** For the specs that hold the client against PostgreSQL, where the run has it. */
export const lastEngine = allEngines.slice(-1)

/** The folder for pictures of the views, for people to look at; none are drawn unless it is named. */
const pictures = process.env['TROWEL_TEST_PICTURES']

/** The person that the demo is made for. */
export const demoPerson = { app: 'demo', email: 'demo@trowel.example', password: 'trowel-demo' }

export interface Visit {
  readonly page: Page
  /** Address of the service. */
  readonly address: string
  /** Opens a place of the client, `/records/finds`, and waits until it stands. */
  open(place: string): Promise<void>
  /** Opens a place as a link of the page does, without loading the page again. */
  follow(place: string): Promise<void>
  /** What the browser complained about since the last time that it was asked. */
  complaints(): string[]
  close(): Promise<void>
}

/**
 * How long a page may take to stand where two cores do everything, and how often it is looked at until then.
 */
const patience = { timeout: 60_000, interval: 25 }

/**
 * Are answers to come late, each by another while? Then it shows what the client, or a journey, takes for
 * granted.
 */
const isSlow = process.env['TROWEL_TEST_SLOW'] === '1'

let browser: Promise<Browser> | undefined

/** One browser for all journeys of a worker; another one when it has fallen over. */
function openBrowser(): Promise<Browser> {
  browser ??= launch()
  return browser
}

async function launch(): Promise<Browser> {
  const executablePath = installed()
  const launched = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      `--host-resolver-rules=MAP ${nameOfHost} 127.0.0.1`,
      // Maps need WebGL, which is computed here; pages are drawn without it, in a fraction of the time.
      '--disable-gpu-rasterization',
      '--disable-gpu-compositing',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      // A window is gone before code that is compiled a second and third time, to run faster, pays for it.
      '--js-flags=--no-maglev --no-opt',
    ],
  })
  launched.on('disconnected', () => {
    browser = undefined
  })
  return launched
}

/**
 * The path of the system's Chromium, headless if there is one. Without any, the driver uses its own.
 */
function installed(): string | undefined {
  const names = [
    process.env['TROWEL_TEST_BROWSER'],
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
  ]
  const found = spawnSync('sh', ['-c', names.map((name) => `command -v "${name ?? ''}"`).join(' || ')], {
    encoding: 'utf8',
  }).stdout.trim()
  return found === '' ? undefined : found
}

export interface Look {
  /** Draws one point of sixteen, and seldom: for maps, which are computed without a graphics card. */
  readonly coarse?: boolean
  readonly dark?: boolean
  readonly tablet?: boolean
  readonly language?: string
  /**
   * Does the browser keep the client for times without a network? Not unless told: each window would fetch
   * all of it. Only pages that come encrypted, or from 127.0.0.1, may.
   */
  readonly keepsClient?: boolean
}

/** A fresh window on an address of the service. */
export async function visit(address: string, look: Look = {}): Promise<Visit> {
  const base = look.keepsClient ? address : address.replace('127.0.0.1', nameOfHost)
  const context = await (await openBrowser()).newContext({
    baseURL: base,
    viewport: look.tablet ? { width: 820, height: 1180 } : { width: 1440, height: 900 },
    deviceScaleFactor: look.coarse && pictures === undefined ? 0.25 : 1,
    hasTouch: look.tablet ?? false,
    colorScheme: look.dark ? 'dark' : 'light',
    locale: look.language ?? 'en-GB',
    acceptDownloads: true,
    reducedMotion: 'reduce',
    serviceWorkers: look.keepsClient ? 'allow' : 'block',
  })
  if (look.coarse) await context.addInitScript(drawSeldom)
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const refusals: string[] = []
  seen.set(page, refusals)
  page.on('close', () => seen.delete(page))
  page.on('response', (response) => {
    if (response.status() >= 400) refusals.push(`${response.status()} ${response.url()}`)
  })
  if (isSlow) await slowDown(context)
  let heard: string[] = []
  page.on('pageerror', (error) => heard.push(String(error)))
  page.on('console', (message) => {
    // Of a request that failed the browser tells the address beside the sentence.
    if (message.type() === 'error') heard.push(`${message.text()} ${message.location().url}`)
  })
  const onTheirWay = new Set<Request>()
  /** How many documents were asked for, and for which of them each request was. */
  let documents = 0
  const asked = new WeakMap<Request, number>()
  page.on('requestfinished', (request) => onTheirWay.delete(request))
  page.on('requestfailed', (request) => onTheirWay.delete(request))
  // What the page before still asked for may never be told to have ended.
  page.on('domcontentloaded', () => {
    for (const request of onTheirWay) if (asked.get(request) !== documents) onTheirWay.delete(request)
  })
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1
    asked.set(request, documents)
    const { origin, protocol, pathname } = new URL(request.url())
    if (!/^https?:/.test(protocol)) return
    // The stream of changes stays open, and of the program of a worker the end is not always told.
    if (pathname !== '/api/changes/stream' && !pathname.includes('-worker-')) onTheirWay.add(request)
    if (origin !== new URL(base).origin) heard.push(`asked ${request.url()}`)
  })
  const until = async (go: (place: string) => Promise<unknown>, place: string) => {
    onTheirWay.clear()
    await go(`/app/${demoPerson.app}${place}`)
    await vi.waitFor(async () => {
      const isRest = await page.evaluate(isAtRest)
      const waiting = [...onTheirWay].map((request) => request.url())
      if (waiting.length > 0 || !isRest) throw new Error(`Not at rest: ${waiting.join(' ')}`)
    }, patience)
  }
  return {
    page,
    address,
    open: (place) => until((address) => page.goto(address), place),
    follow: (place) => until((address) => page.evaluate(followLink, address), place),
    complaints: () => {
      const told = heard
      heard = []
      return told
    },
    close: () => context.close(),
  }
}

/** The pages that are open, with what the service refused them. */
const seen = new Map<Page, string[]>()

/** What the open pages show and were refused: told when a spec fails, since CI shows no pages. */
export async function describePages(): Promise<string> {
  const told = [...seen].map(async ([page, refusals]) => {
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    return [page.url(), ...refusals.slice(-10), text.replaceAll(/\n{2,}/g, '\n').slice(0, 4000)].join('\n')
  })
  return (await Promise.all(told)).join('\n\n')
}

/** As behind a weak link: later answers may overtake earlier ones. */
const slowDown = (context: BrowserContext) =>
  context.route(/\/api\//, async (route) => {
    await setTimeout(Math.random() * 800)
    await route.fallback()
  })

/** Evaluated in a page: what moves is drawn ten times a second, not sixty. */
function drawSeldom(): void {
  window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 100)
  window.cancelAnimationFrame = (id) => window.clearTimeout(id)
}

/** Evaluated in a page: what a link does. */
function followLink(address: string): void {
  history.pushState({}, '', address)
  window.dispatchEvent(new PopStateEvent('popstate', { state: {} }))
}

/** Has the page nothing left to do, and does nothing stand for what is still to come? */
const isAtRest = () =>
  new Promise<boolean>((resolve) => {
    requestIdleCallback(
      () =>
        resolve(document.querySelector('h1') !== null && !document.querySelector('.mantine-Skeleton-root')),
      { timeout: 1000 },
    )
  })

/** What the service answers a page. The name from which the page comes is known to the browser alone. */
export const answerTo = (route: Route) =>
  route.fetch({ url: route.request().url().replace(nameOfHost, '127.0.0.1') })

/** The notice that says something; others may stand beside it, each with its own way back. */
export const noticeOf = (page: Page, text: string): Locator =>
  page.getByRole('alert').filter({ hasText: text })

/** A window of somebody who is logged in to the demo. */
export async function visitDemo(engine: Engine, look: Look = {}, person = demoPerson): Promise<Visit> {
  return visitAs(await addressOf(engine), person, look)
}

/** A window of somebody who is logged in to a service. */
export async function visitAs(address: string, person: typeof demoPerson, look: Look = {}): Promise<Visit> {
  const window = await visit(address, look)
  const token = await tokenOf(address, person)
  await logIn(window.page.context(), token)
  return window
}

/** @returns a bearer token for the API */
export async function tokenOf(address: string, person = demoPerson): Promise<string> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  const body = (await reply.json()) as { token?: string; text?: string }
  if (body.token === undefined) throw new Error(`Nobody could log in: ${body.text}`)
  return body.token
}

async function logIn(context: BrowserContext, token: string): Promise<void> {
  const kept = JSON.stringify({ token, receivedAt: Date.now() })
  await context.addInitScript((text) => {
    // A widget's frame has no storage, and nothing to do with the token.
    if (window.origin === 'null') return
    if (sessionStorage.getItem('trowel.token') === null) sessionStorage.setItem('trowel.token', text)
  }, kept)
}

/** In a page into which axe was put. */
declare const axe: typeof axeCore

/** The windows in which axe has looked at the menu and the bar below, which stay while views change. */
const framesSeen = new WeakSet<Page>()

/** Fails when axe finds something serious in what is shown. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await putAxe(frame)
  const found = await inWhole(page, () => page.evaluate(findSerious, framesSeen.has(page)))
  expect(found).toEqual([])
  framesSeen.add(page)
}

/** Up to this width the ways of the menu lie over the end of a page that scrolls. Pixels. */
const narrow = 992

/** Does something in a window so high that nothing of the page lies under the bar at its end. */
async function inWhole<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const size = page.viewportSize()
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  if (!size || size.width > narrow || whole <= size.height) return act()
  await page.setViewportSize({ ...size, height: whole })
  try {
    return await act()
  } finally {
    await page.setViewportSize(size)
  }
}

/** The short form, a third of the other: each page that is loaded reads it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const putAxe = (frame: Frame) =>
  // The frame of a widget has an origin of its own.
  frame.evaluate(`${axeSource};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)

/** Evaluated in a page. */
async function findSerious(isFrameSeen: boolean): Promise<string[]> {
  // The rows of a grid, a table or a list are made alike: the first ones stand for all.
  const exclude = ['main :is([role=row], tr, li):nth-child(n + 6)']
  if (isFrameSeen) exclude.push('nav:has(~ main)', 'main ~ nav')
  const { violations } = await axe.run(
    { include: [['html']], exclude: exclude.map((selector) => [selector]) },
    {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // What is well need not be described, nor are selectors read; no rule of these asks for style sheets.
      resultTypes: ['violations'],
      selectors: false,
      preload: { assets: ['media'] },
    },
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ html }) => html.slice(0, 200))
          .join(' | ')}`,
    )
}

/** How many requests a page makes for an address while something is done. */
export async function countRequests(
  page: Page,
  address: RegExp,
  act: () => Promise<unknown>,
): Promise<number> {
  let count = 0
  const hear = (request: Request) => {
    if (address.test(request.url())) count++
  }
  page.on('request', hear)
  await act()
  page.off('request', hear)
  return count
}

/**
 * Fails when something else lies over the middle of a button, such as a notice, which stands for longer than
 * this waits.
 */
export const expectUncovered = (button: Locator) =>
  expect
    .poll(() => button.evaluate(isOnTop), { message: 'nothing lies over the button', timeout: 3_000 })
    .toBe(true)

/** Evaluated in a page. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Keeps a picture of what is shown, where the run is to leave pictures. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

/** Evaluated in a page: how many things its browser keeps of whoever worked in it. */
export const countKept = (shelves: readonly string[]) =>
  new Promise<number>((resolve, reject) => {
    const request = indexedDB.open('trowel')
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const found = request.result
      const counts = shelves.map(
        (shelf) =>
          new Promise<number>((counted) => {
            const count = found.transaction(shelf).objectStore(shelf).count()
            count.onsuccess = () => counted(count.result)
          }),
      )
      void Promise.all(counts).then((all) => {
        found.close()
        resolve(all.reduce((sum, one) => sum + one, 0))
      })
    }
  })
