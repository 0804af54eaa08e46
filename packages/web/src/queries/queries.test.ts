import { expect, test, vi } from 'vitest'
import { applicationQueries } from '../core/application.js'
import { isTouched } from '../core/query.js'
import { jobQueries } from '../core/running-jobs.js'
import { assemblageQueries, chartQueries } from './charts.js'
import { chronologyQueries } from './chronology.js'
import { configurationQueries } from './configuration.js'
import { fileQueries } from './files.js'
import { historyQueries } from './history.js'
import { layoutQueries } from './layouts.js'
import { libraryQueries } from './libraries.js'
import { mapQueries } from './map.js'
import { recordQueries } from './records.js'
import { searchQueries } from './search.js'
import { backupQueries, entranceQueries, logQueries, upgradeQueries } from './service.js'
import { stratigraphyQueries } from './stratigraphy.js'
import { keyQueries, userQueries } from './users.js'
import { vocabularyQueries } from './vocabularies.js'
import { webhookQueries } from './webhooks.js'

// Descriptions alone ask the service for nothing.
vi.mock('../core/session.js', () => ({ client: {} }))

const app = 'dig'
const finds = 'finds'
const list = recordQueries.page(app, finds, {}, 1)
const record = recordQueries.one(app, finds, 3, undefined)
const features = mapQueries.features(app, finds, {}, [])
const matrix = stratigraphyQueries.layout(app, finds, { tb: finds })
const chart = chartQueries.data(app, {
  tb: finds,
  type: 'metric',
  field: 'id',
  function: 'COUNT',
  filter: {},
  style: {},
})

test.each([
  applicationQueries.info(app),
  applicationQueries.tables(app),
  list,
  record,
  features,
  matrix,
  historyQueries.changeSets(app, {}),
  fileQueries.page(app, {}),
  chronologyQueries.timeline(app, {}),
  layoutQueries.names(app, finds),
  vocabularyQueries.all(app),
])('what is needed to read records may be kept on the machine: $queryKey', ({ meta }) =>
  expect(meta?.isAvailableOffline).toBe(true),
)

test.each([
  userQueries.all(app),
  userQueries.form(app, 1),
  userQueries.effective(app, 1),
  keyQueries.all(app),
  webhookQueries.all(app),
  webhookQueries.deliveries(app, 1),
  logQueries.page(app, {}, 'en'),
  backupQueries.all(app),
  configurationQueries.tables(app),
  libraryQueries.all(app),
  upgradeQueries.status(app),
  jobQueries.one(app, 1),
  entranceQueries.login(),
])('what concerns people, keys and settings stays away from the machine: $queryKey', ({ meta }) =>
  expect(meta?.isAvailableOffline).toBe(false),
)

test.each([
  list,
  record,
  features,
  matrix,
  chart,
  fileQueries.page(app, {}),
  historyQueries.deleted(app, finds, 1, 30),
  recordQueries.candidates(app, finds, ''),
  searchQueries.values(app, finds, 'name', '', false),
  searchQueries.everywhere(app, 'amber'),
])('what is made of records is fetched again when some were written: $queryKey', ({ meta }) =>
  expect(isTouched(meta?.madeOf ?? [], { of: 'record', table: finds, id: 3 })).toBe(true),
)

test.each([
  userQueries.all(app),
  layoutQueries.names(app, finds),
  vocabularyQueries.all(app),
  chartQueries.all(app),
  assemblageQueries.all(app),
  searchQueries.config(app, finds),
])('what is made of something else stays as it is when records were written: $queryKey', ({ meta }) =>
  expect(isTouched(meta?.madeOf ?? [], { of: 'record', table: finds, id: 3 })).toBe(false),
)

test.each([
  ['file', true, false, false, false],
  ['citation', true, false, false, false],
  ['link', true, false, false, false],
  ['feature', true, false, true, false],
  ['relation', true, false, false, true],
] as const)('a change of a %s of the record is seen where it is shown', (of, ...seen) =>
  expect(
    [record, list, features, matrix].map(({ meta }) =>
      isTouched(meta?.madeOf ?? [], { of, table: finds, id: 3 }),
    ),
  ).toEqual(seen),
)
