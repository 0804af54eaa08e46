import { dayOf } from './contexts.mjs'
import { pointOf, polygonOf, roughRectangle } from './ground.mjs'
import { byRole } from './people.mjs'
import { phases } from './phases.mjs'
import { randomSource, round } from './random.mjs'

const directions = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'from above']

/** Photographs of units while they were dug. `unitsShown` keeps what each shows, for the pictures. */
export function photographRecords(random, trenches, byTrench) {
  const records = []
  for (const trench of trenches) {
    const units = byTrench.get(trench.code).filter((unit) => !unit.natural)
    for (let k = 0; k < Math.round(units.length / 3.2); k++) {
      const first = random.pick(units)
      const near = units.filter((unit) => unit !== first && Math.abs(unit.time - first.time) < 6)
      const shown = [first, ...random.some(near, random.whole(0, 2))]
      records.push({
        core: {
          photo_no: `PF${first.excavatedOn.slice(2, 4)}-F${String(records.length + 1).padStart(3, '0')}`,
          subject: `${sentence(first.kind)} ${first.no}${
            shown.length > 1
              ? ` with ${shown
                  .slice(1)
                  .map((unit) => unit.no)
                  .join(' and ')}`
              : ''
          }, trench ${trench.code}`,
          trench: trench.code,
          direction: random.chance(0.9) ? random.pick(directions) : null,
          taken_on: first.excavatedOn,
          photographer: random.chance(0.75) ? 'Håkon Lindseth' : trench.supervisor,
          is_working_shot: random.chance(0.2) ? 1 : 0,
        },
        plugins: {
          photograph_contexts: shown.map((unit, sort) => ({
            context: unit.no,
            note: sort === 0 ? 'main subject' : null,
            sort,
          })),
        },
      })
    }
  }
  return records
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1)

export function drawingRecords(random, trenches, finds) {
  const records = []
  const add = (kind, scale, trench, subject) =>
    records.push({
      core: {
        drawing_no: `D${String(records.length + 1).padStart(3, '0')}`,
        kind,
        subject,
        scale,
        trench: trench.code,
        drawn_by: random.chance(0.7) ? 'Chiara Sant’Elmo' : trench.supervisor,
        drawn_on: dayOf(random, trench),
        is_digitised: random.chance(0.7) ? 1 : 0,
      },
    })
  for (const trench of trenches) {
    const inUse = phases.filter((phase) => trench.programme[phase.code])
    for (const phase of inUse)
      add('plan', '1:50', trench, `Plan of trench ${trench.code}, phase ${phase.code}`)
    for (const side of ['north', 'east'])
      add('section', '1:20', trench, `Section of trench ${trench.code}, ${side} side`)
  }
  for (const { core } of random.some(
    finds.filter(({ core }) => core.material === 'pottery'),
    12,
  )) {
    add('find', '1:1', random.pick(trenches), `${core.description ?? 'Sherd'} (${core.inv_no})`)
  }
  return records
}

const treatments = {
  bronze: ['mechanical cleaning;BTA;coating', 'Green crust over the whole surface, chloride spots.'],
  'copper alloy': ['mechanical cleaning;coating', 'Brown patina, stable.'],
  iron: ['X-radiograph;desalination;mechanical cleaning', 'Voluminous corrosion, core preserved.'],
  silver: ['mechanical cleaning', 'Black sulphide layer.'],
  glass: ['consolidation', 'Iridescent, flaking at the edges.'],
  bone: ['consolidation;slow drying', 'Cracked along the grain.'],
  amber: ['consolidation', 'Crazed surface.'],
  pottery: ['cleaning;joining', 'In several sherds, edges sound.'],
}

export function conservationRecords(random, finds) {
  const worthy = finds.filter(
    ({ core }) => core.is_special === 1 || ['bronze', 'silver', 'glass'].includes(core.material),
  )
  return random.some(worthy, 60).map(({ core }, index) => {
    const [treatment, before] = treatments[core.material] ?? treatments.pottery
    const begun = `20${core.inv_no.slice(2, 4)}-${random.pick(['09', '10', '11'])}-${String(random.whole(1, 28)).padStart(2, '0')}`
    const isDone = random.chance(0.8)
    return {
      core: {
        treatment_no: `K${String(index + 1).padStart(3, '0')}`,
        find: core.inv_no,
        treatment,
        state_before: before,
        report:
          isDone && random.chance(0.7)
            ? `## Treatment\n\n${treatment
                .split(';')
                .map((step) => `- ${step}`)
                .join('\n')}\n\nStore dry, at most 35 % relative humidity.`
            : null,
        conservator: random.pick(byRole('conservator')),
        begun_on: begun,
        finished_on: isDone ? begun.replace(/-\d\d$/, '-29') : null,
        priority: random.whole(0, 100),
      },
    }
  })
}

export const phaseRecords = () =>
  phases.map((phase) => {
    const [first, last] = [phase.steps[0], phase.steps.at(-1)]
    return {
      core: {
        code: phase.code,
        name: phase.name,
        description: phase.description,
        chrono_label: `${first[0].split('/')[0]}/${last[0].split('/').at(-1)}`,
        chrono_from: first[1],
        chrono_to: last[2],
        chrono_certainty: 1,
        chrono_period: phase.period,
      },
    }
  })

export const trenchRecords = (trenches) =>
  trenches.map((trench) => ({
    core: {
      code: trench.code,
      name: trench.name,
      site: 'PF',
      supervisor: trench.supervisor,
      opened_on: trench.opened,
      closed_on: trench.closed,
      area_m2: trench.box[2] * trench.box[3],
      top_m: trench.top,
    },
  }))

export const trenchGeometries = (trenches) =>
  trenches.map(({ code, box: [x, y, width, height] }) => ({
    table: 'trenches',
    record: code,
    geometry: polygonOf([
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ]),
  }))

const sites = [
  [
    'PF',
    'Poggio Falcone',
    'excavation',
    413,
    'Flat-topped hill above the ford of the Erme; **excavated since 2019**.',
    [-10, -25, 90, 110],
  ],
  [
    'PQ',
    'Poggio alle Querce',
    'survey',
    388,
    'Scatter of Early Iron Age pottery on a ploughed saddle.',
    [640, 320, 120, 80],
  ],
  [
    'CV',
    'Casa Vècchia',
    'survey',
    275,
    'Standing farm building on Roman foundations; amphora sherds in the garden wall.',
    [-820, -410, 60, 50],
  ],
  ['GU', 'Guado dell’Erme', 'survey', 231, null, [-300, -1150, 40, 25]],
]

/** The excavation and the places that were found around it. */
export function siteRecords() {
  const random = randomSource(401)
  return {
    records: sites.map(([code, name, kind, elevation, description]) => ({
      core: { code, name, kind, municipality: 'Monterme', elevation_m: elevation, description },
    })),
    geometries: sites.map(([code, , kind, , , box]) => ({
      table: 'sites',
      record: code,
      geometry:
        kind === 'excavation' || box[2] > 50
          ? polygonOf(roughRectangle(random, box, 6, 4))
          : pointOf([round(box[0], 0), box[1]]),
    })),
  }
}
