import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isLong } from '../../packages/server/dist/testing/long-tests.js'
import { apiOf } from '../api.js'
import {
  demoPerson,
  engines,
  expectAccessible,
  keepPicture,
  type Look,
  tokenOf,
  type Visit,
  visit,
  visitAs,
} from '../browser.js'
import { addressOf } from '../services.js'

const [engine = 'sqlite'] = engines
const looks: readonly (readonly [name: string, picture: string, look: Look])[] = [
  ['by day', 'light', {}],
  [
    'by night, on a tablet, in Italian',
    'tablet-dark',
    { dark: true, tablet: true, language: 'it-IT', coarse: true },
  ],
]

/** The id of the demo's record with that text in that field. */
const idOf = async (table: string, field: string, value: string): Promise<number> => {
  const address = await addressOf(engine)
  const api = apiOf(address, await tokenOf(address))
  const filter = encodeURIComponent(JSON.stringify({ [field]: { _eq: value } }))
  const { data } = await api.send<{ data: readonly { id: number }[] }>(
    'GET',
    `/api/records/${table}?filter=${filter}`,
  )
  const [found] = data
  if (found === undefined) throw new Error(`The demo has no ${field} ${value} in ${table}.`)
  return found.id
}

const find = await idOf('finds', 'inv_no', 'PF19-0001')
const context = await idOf('contexts', 'ctx_no', 'C1003')

/** A text of the demo, the same in every language, or what the service says in the language of the page. */
type ShownText = string | { readonly english: string; readonly italian: string }

const login = { english: 'Log in', italian: 'Entra' }

/** Every view and states of it that people often see, with a text that stands there once all is loaded. */
const places: readonly (readonly [picture: string, place: string, text: ShownText])[] = [
  ['home', '', 'Conservation'],
  ['listing', '/records/finds', 'PF19-0001'],
  ['listing-gallery', '/records/finds?show=gallery&q=palmette', 'PF19-0009'],
  ['listing-searched', '/records/finds?q=bronze', 'bronze'],
  [
    'listing-empty',
    '/records/finds?q=nothingissocalled',
    { english: 'No records match this search', italian: 'Nessuna scheda corrisponde alla ricerca' },
  ],
  ['record', `/record/finds/${find}`, 'Flask handle'],
  ['record-context', `/record/contexts/${context}`, 'collapse of walls and roof'],
  ['record-bones', '/record/burials/18', 'B001'],
  [
    'record-missing',
    '/record/finds/99999999',
    { english: 'Record not found', italian: 'Scheda non trovata' },
  ],
  [
    'record-new',
    '/record/people/new',
    { english: 'New record in People', italian: 'Nuova scheda in People' },
  ],
  [
    'record-history',
    '/record/contexts/330/versions',
    { english: 'Versions to restore', italian: 'Versioni da ripristinare' },
  ],
  ['versions', '/record/contexts/330/versions?show=versions', 'Tommaso Ghirlandi'],
  ['files', '/files?q=heraldic', 'Bowl with heraldic bird'],
  ['vocabularies', '/vocabularies', 'juvenile (13-19)'],
  ['history', '/history', 'Contexts'],
  ['deleted', '/deleted?table=finds', 'PF25-9999'],
  ['matrix', '/matrix?table=contexts', 'VIII'],
  ['matrix-unit', '/matrix?table=contexts&unit=30', 'VIII'],
  ['map', '/map?table=contexts', 'masonry'],
  ['timeline', '/timeline', 'C2060'],
  ['charts', '/charts', 'Finds by material'],
  ['assemblages', '/assemblages', 'Materials by phase, pieces'],
  ['assemblage', '/assemblages?id=1', 'pottery'],
  ['seriation', '/assemblages?id=2', 'C5002'],
  ['import', '/import', { english: 'Import', italian: 'Importazione' }],
  ['people', '/users', 'waiting@trowel.example'],
  ['person', '/users/2', 'Tommaso Ghirlandi'],
  ['person-new', '/users/new', { english: 'New account', italian: 'Nuovo account' }],
  ['profile', '/profile', { english: 'Your account', italian: 'Il tuo account' }],
  ['keys', '/keys', { english: 'API keys', italian: 'Chiavi API' }],
  ['webhooks', '/webhooks', { english: 'No webhooks yet', italian: 'Ancora nessun webhook' }],
  ['backups', '/backups', { english: 'Backups', italian: 'Copie di sicurezza' }],
  [
    'log',
    '/log?q=save+template',
    { english: 'save template catalogue finds by', italian: 'Layout catalogue di finds salvato da' },
  ],
  ['sql', '/sql', { english: 'SQL', italian: 'SQL' }],
  ['configuration', '/configuration', 'Sorted remains'],
  ['relations', '/configuration?part=relations', 'Highest point (m)'],
  ['map-layers', '/configuration?part=map', 'Survey grid, 10 m'],
  [
    'validation',
    '/configuration?part=check',
    { english: 'Everything is in order', italian: 'Tutto in ordine' },
  ],
  ['schema', '/configuration?part=schema', { english: 'Text to apply', italian: 'Testo da applicare' }],
  ['application', '/configuration?part=application', { english: 'Frozen', italian: 'Congelata' }],
  ['fields', '/configuration/finds', 'Ware or class'],
  ['table-settings', '/configuration/finds?part=settings', 'Ware or class'],
  ['indexes', '/configuration/finds?part=indexes', 'Chronology from, Chronology to'],
  ['replace', '/replace', { english: 'Search and replace', italian: 'Cerca e sostituisci' }],
  ['libraries', '/libraries', 'Poggio Falcone'],
  ['templates', '/templates?table=finds', 'catalogue'],
  ['layout', '/templates/finds/catalogue', 'Ware or class'],
  [
    'upgrade',
    '/upgrade',
    {
      english: 'The map finds quickly what lies in view',
      italian: 'La mappa trova in fretta ciò che è in vista',
    },
  ],
  ['nowhere', '/no-such-view', { english: 'Page not found', italian: 'Pagina non trovata' }],
]

/** Seen in every look; all others are seen by day or by night, and in the long form in every look, too. */
const inEveryLook = new Set(['home', 'listing', 'record', 'configuration', 'charts'])
/** What shares a narrow window among many things, is drawn in colours, or says much in the language. */
const byNight = new Set([
  'listing-gallery',
  'listing-empty',
  'record-context',
  'record-missing',
  'record-new',
  'record-history',
  'files',
  'history',
  'deleted',
  'matrix',
  'matrix-unit',
  'map',
  'timeline',
  'assemblage',
  'seriation',
  'import',
  'person',
  'profile',
  'keys',
  'backups',
  'log',
  'relations',
  'validation',
  'application',
  'table-settings',
  'replace',
  'layout',
  'upgrade',
  'login',
])

const isSeenIn = (look: Look, picture: string): boolean =>
  isLong || inEveryLook.has(picture) || byNight.has(picture) === (look.dark ?? false)

const inLanguage = (text: ShownText, { language }: Look) =>
  typeof text === 'string' ? text : text[language === 'it-IT' ? 'italian' : 'english']

/** Waits until all is loaded. Fails if the page is not accessible or is wider than the window. */
async function expectWellMade({ page }: Visit, picture: string, text: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByRole('main').getByText(text).first().waitFor()
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
  await expectAccessible(page)
  await keepPicture(page, picture)
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, 'pixels over the side of the window').toBeLessThanOrEqual(0)
}

describe.each(looks)('what people see %s', (_, suffix, look) => {
  let window: Visit
  /** In the long form every view is loaded from its address once, by day; links lead to the rest. */
  const loaded = new Set<string>()
  beforeAll(async () => {
    window = await visitAs(await addressOf(engine), demoPerson, look)
  })
  afterAll(() => window.close())

  test.each(places.filter(([picture]) => isSeenIn(look, picture)))(
    'is well made: %s',
    async (picture, place, text) => {
      const [, view = ''] = look.tablet || !isLong ? [] : (/^([^?\d]*)/.exec(place) ?? [])
      await (loaded.has(view) ? window.follow(place) : window.open(place))
      loaded.add(view)
      await expectWellMade(window, `${picture}-${suffix}`, inLanguage(text, look))
      // The browser itself tells of what is not there.
      expect(window.complaints().filter((told) => !/status of 404/.test(told))).toEqual([])
    },
  )

  if (isSeenIn(look, 'login'))
    test('is well made before somebody has logged in, too', async () => {
      const door = await visit(await addressOf(engine), look)
      await door.page.goto('/login')
      await expectWellMade(door, `login-${suffix}`, inLanguage(login, look))
      expect(door.complaints()).toEqual([])
      await door.close()
    })
})
