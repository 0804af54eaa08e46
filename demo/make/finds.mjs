import { findKinds } from './find-kinds.mjs'
import { pointInside, pointOf } from './ground.mjs'
import { excavators } from './people.mjs'
import { phases } from './phases.mjs'
import { round } from './random.mjs'

/** Units that hold finds at all; the larger the weight, the more of them. */
const richness = {
  'waste layer': 24,
  'collapse of walls and roof': 18,
  'abandonment layer': 13,
  'burnt mud brick': 16,
  'terrace fill': 14,
  'levelling layer': 8,
  ploughsoil: 14,
  topsoil: 8,
  'pit fill': 10,
  'silo fill': 13,
  'cistern fill': 14,
  'robber trench fill': 8,
  'grave fill': 5,
  'beaten earth floor': 5,
  ash: 5,
}
const special = new Set([
  'coin',
  'fibula',
  'bead',
  'razor',
  'comb',
  'bracelet',
  'buckle',
  'arrowhead',
  'lamp',
  'pin',
  'pipe',
  'horseshoe',
  'spool',
  'spindle whorl',
  'loom weight',
  'tool',
  'blade',
])
const conditions = ['complete', 'nearly complete', 'fragmentary', 'worn', 'corroded', 'burnt']
/** Bronze and iron corrode, pottery wears: conditions that a material does not know are never given. */
const conditionFor = (random, material) =>
  random.pick(
    conditions.filter((state) =>
      ['bronze', 'iron', 'silver', 'copper alloy'].includes(material)
        ? state !== 'burnt'
        : state !== 'corroded',
    ),
  )

const sizes = {
  length: [18, 120],
  width: [9, 60],
  thickness: [4, 34],
  height: [14, 140],
  diameter: [9, 48],
  rim_diameter: [70, 320],
}

/** Finds of all trenches with their measures, and the places of the special ones. */
export function findRecords(random, units) {
  const counters = new Map()
  const finds = []
  const places = []
  for (const unit of units) {
    const most = unit.natural ? 0 : (richness[unit.kind] ?? (unit.type === 'fill' ? 2 : 0))
    const count = most === 0 ? 0 : random.whole(Math.floor(most / 3), most)
    for (let k = 0; k < count; k++) {
      const find = findRecord(random, unit, counters)
      finds.push(find)
      if (find.core.is_special === 1) {
        places.push({
          table: 'finds',
          record: find.core.inv_no,
          geometry: pointOf(pointInside(random, unit.ring)),
        })
      }
    }
  }
  return { finds, places }
}

function findRecord(random, unit, counters) {
  const [type, material, ware, , weight, measures, date, texts] = kindFor(random, unit)
  const year = unit.excavatedOn.slice(2, 4)
  const serial = (counters.get(year) ?? 0) + 1
  counters.set(year, serial)
  const isSpecial = special.has(type)
  const pieces = isSpecial || random.chance(0.6) ? 1 : random.whole(2, 9)
  const measured = measures === '' || random.chance(0.45) ? [] : measures.split(' ')
  return {
    core: {
      inv_no: `PF${year}-${String(serial).padStart(4, '0')}`,
      context: unit.no,
      find_type: type,
      material,
      ware,
      description: random.chance(0.92) ? random.pick(texts) : null,
      pieces,
      weight_g: random.chance(0.05) ? null : round(random.lognormal(weight * pieces ** 0.7, 0.45), 1),
      condition: random.chance(0.9) ? conditionFor(random, material) : null,
      is_special: isSpecial ? 1 : 0,
      found_on: unit.excavatedOn,
      found_by: random.chance(0.85) ? unit.excavator : random.pick(excavators),
      box: `${{ pottery: 'K', bone: 'B', bronze: 'M', iron: 'M', silver: 'M', glass: 'G' }[material] ?? 'V'}-${String(random.whole(1, 40)).padStart(2, '0')}`,
      notes: random.chance(0.07)
        ? random.pick([
            'Joins with a sherd of the same context.',
            'To be drawn.',
            'Residue inside, do not wash.',
            'See drawing.',
            'Compared with finds of Poggio alle Querce.',
          ])
        : null,
      ...(date
        ? {
            chrono_label: date[0],
            chrono_from: date[1],
            chrono_to: date[2],
            chrono_certainty: random.weighted([
              [1, 6],
              [2, 3],
              [3, 1],
            ]),
          }
        : {}),
    },
    plugins: {
      find_measures: measured.map((measure, sort) => ({
        measure: measure.replace('_', ' '),
        value_mm: round(random.between(...sizes[measure]), random.chance(0.7) ? 0 : 1),
        preserved: random.chance(0.7) ? 'complete' : 'incomplete',
        sort,
      })),
    },
  }
}

/**
 * Pots outlive the phase in which they were made: at the beginning of a phase half of those in use are of the
 * phase before, at its end few, and what was dug up again is mostly of it too. So wares come and go little by
 * little, as a seriation expects.
 *
 * @param random a source of its own, so that everything else stays as it is
 * @param isSeen is the find drawn, pictured or described elsewhere? Then it stays what it is.
 */
export function keepPotsInUse(random, units, finds, isSeen) {
  const unitOf = new Map(units.map((unit) => [unit.no, unit]))
  for (const { core } of finds) {
    const { phase, step } = unitOf.get(core.context)
    const before = phases[phase - 1]
    if (!before || core.find_type !== 'vessel' || core.material !== 'pottery' || isSeen(core)) continue
    const isOwn = findKinds[phases[phase].code].some(([, , ware]) => ware === core.ware)
    if (!random.chance(isOwn ? 0.5 * (1 - step / phases[phase].steps.length) : 0.85)) continue
    const pots = findKinds[before.code].filter(
      ([type, material]) => type === 'vessel' && material === 'pottery',
    )
    const [, , ware, , , , date, texts] = random.weighted(pots.map((kind) => [kind, kind[3]]))
    core.ware = ware
    if (core.description !== null) core.description = random.pick(texts)
    if (date) [core.chrono_label, core.chrono_from, core.chrono_to] = date
  }
}

/** Of the unit's own phase; now and then something older that was dug up again. */
function kindFor(random, unit) {
  const deposits = Object.keys(findKinds)
  const own = deposits.indexOf(phases[unit.phase].code)
  const from = own > 0 && random.chance(0.1) ? random.whole(0, own - 1) : own
  return random.weighted(findKinds[deposits[from]].map((kind) => [kind, kind[3]]))
}
