import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stratigraphicRelations } from '@trowel/contract/model/stratigraphic-relations.js'
import { type PrivilegeName, privileges } from '@trowel/contract/privileges.js'
import { hashPassword } from '../access/passwords.js'
import type { Application } from '../catalogue/application.js'
import { mainTableOf } from '../catalogue/catalogue.js'
import { writeWkt } from '../formats/wkt.js'
import { parseGeometry } from '../geometry/geometry.js'
import { operatorScope } from '../http/operator-scope.js'
import type { RequestScope } from '../http/scope.js'
import type { Services } from '../http/services.js'
import {
  addFields,
  addRadiocarbon,
  createTable,
  setChronology,
  setOsteology,
  updateApp,
  updateTableSettings,
} from '../modules/configuration/index.js'
import type { FileKeeping } from '../modules/files/index.js'
import { addFile, linkFile } from '../modules/files/index.js'
import { setGeometries } from '../modules/geo/index.js'
import { link } from '../modules/manual-links/index.js'
import { addMapFile, replaceLayers } from '../modules/map-layers/index.js'
import { addRelation } from '../modules/stratigraphy/index.js'
import { createUser, readUser } from '../modules/users/index.js'
import { addItem } from '../modules/vocabularies/index.js'
import { saveWelcome, setPicture } from '../modules/welcome/index.js'
import { installWidget } from '../modules/widgets/index.js'
import { recordParts } from '../record-parts.js'
import { deleteRecord } from '../records/deletion/delete-records.js'
import { createRecords } from '../records/writing/write.js'
import { openFolderBinaries } from '../storage/binaries/folder-binaries.js'
import { selectNewestSetId } from '../storage/journal/change-set-store.js'
import { citeWorks } from './cite-works.js'
import {
  type DemoRecord,
  type DemoTable,
  type Excavation,
  faceFile,
  type Named,
  nameOf,
  pictureFile,
  readExcavation,
  surveyGrid,
} from './demo-files.js'
import { pinForHome, reviseRecords, saveQueries, saveTemplates, shareDrawings } from './desk-work.js'
import { type Week, weeksOf } from './seasons.js'
import { ToldTimes } from './told-times.js'

/** The application that holds the invented excavation. */
export const demoApplication = 'demo'
export const demoPassword = 'trowel-demo'
const superAdmin = 'demo@trowel.example'

export interface DemoOptions {
  /** How far the loading is: `done` of `total` steps. */
  readonly onProgress?: (done: number, total: number, text: string) => void
}

/**
 * Makes the application `demo` with the invented excavation of the folder `demo/`, through the operations
 * that people use too: all of it or nothing. Does nothing when there is an application of that name.
 */
export async function loadDemo(services: Services, options: DemoOptions = {}): Promise<void> {
  if ((await services.applications.names()).includes(demoApplication)) return
  const excavation = await readExcavation()
  const passwordHash = await hashPassword(demoPassword)
  // Until the application is there its pictures wait beside it.
  const waiting = join(services.config.dataFolder, `.demo-${randomBytes(6).toString('hex')}`)
  const beside = openFolderBinaries(waiting)
  try {
    const first = {
      definition: 'An invented excavation to look around in',
      superAdmin: { name: 'Livia Montefusco', email: superAdmin, passwordHash },
    }
    await services.applications.create(demoApplication, first, (application) =>
      fill(services, application, excavation, { ...services, binaries: beside }, options),
    )
    for await (const { name } of beside.list(demoApplication, 'files')) {
      const place = { app: demoApplication, area: 'files', name } as const
      const picture = await beside.read(place)
      if (picture) await services.binaries.put(place, picture)
    }
    await dressApplication(services, excavation)
    for (const { name, content } of excavation.widgets)
      await installWidget(demoApplication, services.binaries, name, content)
  } finally {
    await rm(waiting, { recursive: true, force: true })
  }
}

/** What belongs to the application as a whole: the survey grid over the map, the logo and the cover. */
async function dressApplication(services: Services, excavation: Excavation): Promise<void> {
  const application = await services.applications.open(demoApplication)
  if (!application) return
  const scope = operatorScope(services, application)
  const sent = { name: 'survey-grid.geojson', content: createReadStream(surveyGrid.file) }
  const path = await addMapFile(scope, services.binaries, sent)
  const layer = { label: surveyGrid.label, type: 'local', path, layertype: 'overlay' }
  const told = new ToldTimes(application.db, await selectNewestSetId(application.db.quick))
  await replaceLayers(scope, services.binaries, [layer])
  for (const picture of ['logo', 'cover'] as const) {
    const content = createReadStream(faceFile(picture))
    await setPicture(scope, services, picture, { name: `${picture}.png`, content })
  }
  // The vessel in its pit lies at the lower edge.
  const { welcome } = application.settings
  await saveWelcome(scope, { content: welcome, cover_point: [0.5, 0.9] })
  const { id } = await readUser(scope, superAdmin)
  await told.enteredBy(id, winterAfter(weeksOf(excavation)) + hourMs)
  await told.store(application.catalogue)
}

/**
 * Several at once, so that they share the way to the disk; few enough to keep their order and the memory
 * small.
 */
const atOnce = 40

const hourMs = 3_600_000
const quarterMs = hourMs / 4
const weekMs = 7 * 24 * hourMs

async function fill(
  services: Services,
  application: Application,
  excavation: Excavation,
  keeping: FileKeeping,
  { onProgress = () => undefined }: DemoOptions,
): Promise<void> {
  /** The configuration as it is by now. */
  const scope = () => operatorScope(services, application)
  const parts = recordParts(services)
  const progress = countSteps(excavation, onProgress)
  const inTurns = async <Item>(
    what: string,
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
  ) => {
    for (let at = 0; at < items.length; at += atOnce) {
      await Promise.all(items.slice(at, at + atOnce).map(work))
      progress(Math.min(atOnce, items.length - at), what)
    }
  }

  await updateApp(scope(), { color: 'amber', lang: 'en' })
  const { welcome: content } = application.settings
  await saveWelcome(scope(), { content, title: 'Poggio Falcone' })
  const creators = await addUsers(scope())
  for (const { name, items } of excavation.vocabularies) {
    for (const item of items) await addItem(scope(), { voc: name, def: item })
  }
  for (const table of excavation.tables) {
    await addTable(scope, table)
    progress(1, 'tables')
  }
  for (const table of excavation.tables) await updateTableSettings(scope(), table.name, settingsOf(table))

  const weeks = weeksOf(excavation)
  const told = new ToldTimes(application.db)
  const [firstWeek] = weeks
  if (!firstWeek) throw new Error('The excavation has no records.')
  const { admin, writer, selfWriter } = creators
  await told.enteredBy(admin.principal.id, firstWeek.end - weekMs)

  const schema = new Map(excavation.tables.map((table) => [table.name, table]))
  const ids = new Map<string, number>()
  const idOf = ([table, label]: Named): number => knownId(ids, table, label)
  for (const { end, records, relations, links, geometries, pictures } of weeks) {
    let entered = end - 4 * hourMs
    for (const [table, all] of records) {
      for (const [by, some] of [
        [writer, all.filter((record) => !isOwnFind(table, record))],
        [selfWriter, all.filter((record) => isOwnFind(table, record))],
      ] as const) {
        if (some.length === 0) continue
        const inputs = some.map((record) => recordInput(schema, ids, table, record))
        const created = await createRecords({ ...scope(), ...by }, table, inputs)
        for (const [k, record] of some.entries()) ids.set(nameOf(schema, table, record), created[k] as number)
        progress(some.length, table)
        entered += quarterMs
        await told.enteredBy(by.principal.id, entered)
      }
    }
    await inTurns('stratigraphy', relations, ({ table, first, relation, second }) =>
      addRelation(scope(), table, {
        first: idOf([table, first]),
        relation: codeOf(relation),
        second: idOf([table, second]),
      }),
    )
    await inTurns('links', links, ({ one, two, label }) =>
      link(scope(), { table: one[0], id: idOf(one) }, { table: two[0], id: idOf(two) }, label),
    )
    for (const name of new Set(geometries.map(({ table }) => table))) {
      const places = geometries.filter(({ table }) => table === name)
      const wkt = places.map(
        ({ record, geometry }) => [idOf([name, record]), writeWkt(parseGeometry(geometry))] as const,
      )
      await scope().db.write((tx) => setGeometries(tx, mainTableOf(scope().catalogue, name), new Map(wkt)))
      progress(places.length, 'map')
    }
    for (const { file, records: shown, ...facts } of pictures) {
      const [own, ...others] = shown
      if (!own) continue
      const picture = { name: file, content: createReadStream(pictureFile(file)), ...facts }
      const added = await addFile({ ...scope(), ...writer }, keeping, own[0], idOf(own), picture)
      for (const other of others) await linkFile(scope(), added.id, other[0], idOf(other))
      progress(1, 'pictures')
    }
    await told.enteredBy(writer.principal.id, end)
  }
  await citeWorks(services.secrets, scope, (table, record) => idOf([table, record]))
  const atDesk = { ...scope(), ...admin }
  await reviseRecords(atDesk, parts, excavation.revisions, (table, record) => idOf([table, record]))
  for (const { table, core } of excavation.mistakes) {
    const created = await createRecords(atDesk, table, [recordInput(schema, ids, table, { core })])
    for (const id of created) await deleteRecord(atDesk, parts, table, id)
  }
  await saveQueries(atDesk, excavation.queries)
  await shareDrawings(atDesk, excavation)
  await pinForHome({ ...scope(), ...creators.superAdmin }, excavation)
  await saveTemplates(atDesk, excavation.templates)
  await told.enteredBy(admin.principal.id, winterAfter(weeks))
  await told.store(application.catalogue)
}

/** When everything was done at the desk, in unix milliseconds. */
const winterAfter = (weeks: readonly Week[]): number => (weeks.at(-1)?.end ?? 0) + 8 * weekMs

function countSteps(
  { tables, records, relations, links, geometries, pictures }: Excavation,
  report: NonNullable<DemoOptions['onProgress']>,
): (steps: number, what: string) => void {
  const total =
    [tables, relations, links, geometries, pictures].reduce((sum, { length }) => sum + length, 0) +
    [...records.values()].reduce((sum, { length }) => sum + length, 0)
  let done = 0
  return (steps, what) => {
    done += steps
    report(done, total, what)
  }
}

type Creator = { readonly principal: Extract<RequestScope['principal'], { kind: 'user' }> }

/** A person of every level, all with the same password. */
async function addUsers(
  scope: RequestScope,
): Promise<Record<'superAdmin' | 'admin' | 'writer' | 'selfWriter', Creator>> {
  const people: readonly (readonly [PrivilegeName, string])[] = [
    ['admin', 'Tommaso Ghirlandi'],
    ['writer', 'Zoë Wörner'],
    ['self_writer', 'Rosa Cattabriga'],
    ['reader', 'ليلى حداد'],
    ['waiting', 'Jun Morikawa'],
  ]
  for (const [level, name] of people) {
    const email = `${level}@trowel.example`
    await createUser(scope, { name, email, password: demoPassword, privilege: privileges[level] })
  }
  const creator = async (email: string): Promise<Creator> => {
    const user = await readUser(scope, email)
    return { principal: { kind: 'user', ...user, session: 'demo' } }
  }
  return {
    superAdmin: await creator(superAdmin),
    admin: await creator('admin@trowel.example'),
    writer: await creator('writer@trowel.example'),
    selfWriter: await creator('self_writer@trowel.example'),
  }
}

/** The finds of the last season were entered by a user who may change only his own records. */
const isOwnFind = (table: string, { core }: DemoRecord): boolean =>
  table === 'finds' && String(core['inv_no']).startsWith('PF25')

async function addTable(
  scope: () => RequestScope,
  { name, label, parent, fields, ...switches }: DemoTable,
): Promise<void> {
  await createTable(scope(), { name, label, ...(parent ? { is_plugin: true, plugin_of: parent } : {}) })
  await addFields(scope(), name, fields)
  if (switches['fuzzy_date']) await setChronology(scope(), name, true)
  if (switches['osteology']) await setOsteology(scope(), name, true)
  if (switches['radiocarbon']) await addRadiocarbon(scope(), name)
}

/** What can be said of a table when all tables and fields are there. */
function settingsOf({ fields, parent, name, ...settings }: DemoTable): Record<string, unknown> {
  if (parent) return { preview: fields.filter((field) => field.name !== 'sort').map((field) => field.name) }
  return settings
}

function recordInput(
  schema: ReadonlyMap<string, DemoTable>,
  ids: ReadonlyMap<string, number>,
  table: string,
  { core, plugins = {} }: DemoRecord,
) {
  const resolved = (name: string, values: Readonly<Record<string, unknown>>) => {
    const lookups = new Map(schema.get(name)?.fields.map((field) => [field.name, field.id_from_tb]))
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        const target = lookups.get(field)
        return [field, target === undefined ? value : knownId(ids, target, String(value))]
      }),
    )
  }
  return {
    core: resolved(table, core),
    plugins: Object.fromEntries(
      Object.entries(plugins).map(([name, rows]) => [
        name,
        rows.map((row) => ({ id: null, fields: resolved(name, row) })),
      ]),
    ),
  }
}

function knownId(ids: ReadonlyMap<string, number>, table: string, label: string): number {
  const id = ids.get(`${table}/${label}`)
  if (id === undefined) throw new Error(`The excavation has no ${label} in ${table}.`)
  return id
}

function codeOf(relation: string): number {
  const known = stratigraphicRelations.find(({ name }) => name === relation)
  if (!known) throw new Error(`There is no stratigraphic relation "${relation}".`)
  return known.code
}
