import { areaOf, polygonOf } from './ground.mjs'
import { excavators } from './people.mjs'
import { phases } from './phases.mjs'
import { round } from './random.mjs'

const colours = {
  layer: ['10YR 4/3 brown', '10YR 5/4 yellowish brown', '7.5YR 4/4 brown', '2.5Y 5/3 light olive brown'],
  fill: [
    '10YR 3/2 very dark greyish brown',
    '10YR 4/2 dark greyish brown',
    '7.5YR 3/3 dark brown',
    '10YR 3/1 very dark grey',
  ],
  surface: ['7.5YR 6/6 reddish yellow', '10YR 6/3 pale brown', '5YR 5/6 yellowish red'],
  natural: ['2.5Y 7/4 pale yellow'],
}

/** What is written about a kind of unit: description and interpretation; `%` takes an inclusion. */
const texts = {
  topsoil: ['Loose humic soil with roots, grass on top.', 'Modern topsoil.'],
  ploughsoil: [
    'Homogeneous silty soil with % and scattered tile; plough scars at the base.',
    'Ploughed until 2018.',
  ],
  'terrace fill': [
    'Mixed silt with % , tipped from the north in thin lenses.',
    'Brought in to make the slope level.',
  ],
  'levelling layer': [
    'Compact clayey silt with %, even surface.',
    'Laid to prepare the ground for building.',
  ],
  'waste layer': [
    'Dark, greasy silt rich in % and charcoal flecks.',
    'Household waste thrown out over some time.',
  ],
  'abandonment layer': [
    'Fine wind-blown silt with few % , weathered at the top.',
    'Formed while nobody lived here.',
  ],
  'collapse of walls and roof': [
    'Rubble, tile and decayed mud brick with %; tiles lie flat at the base.',
    'The roof fell first, the walls over it.',
  ],
  'burnt mud brick': ['Reddened mud brick crumbs, charred beams and %.', 'The house burnt down.'],
  ash: ['Grey ash with lenses of charcoal and %.', 'Raked out of the hearth.'],
  hearth: ['Plate of baked clay on a bed of pebbles, cracked by heat.', 'Hearth, renewed at least once.'],
  'beaten earth floor': ['Thin, very compact surface of clay with % trodden in.', 'Floor of beaten earth.'],
  'mosaic floor': [
    'White tesserae with a black border, two patches missing; mortar bed visible.',
    'Floor of the small room beside the bath.',
  ],
  'stone footing': [
    'Two faces of roughly dressed limestone, core of rubble; clay mortar.',
    'Footing of a mud-brick wall.',
  ],
  'ashlar wall of tower': [
    'Squared blocks in regular courses, hard white mortar.',
    'Wall of the watch tower.',
  ],
  'press bed': ['Large slab with a carved channel, set in mortar.', 'Bed of an oil press.'],
  'patch of reused stone': ['Field stones, tile and one reused threshold.', 'Repair of the wall.'],
  'tile lining': ['Roof tiles on edge along the sides of the grave.', 'Lining of the grave.'],
  skeleton: ['Articulated skeleton.', 'Burial; see the record of the burial.'],
  'weathered marl': ['Yellow marl, cracked, no finds.', 'Natural.'],
  'robber trench': ['Steep sides, follows the wall.', 'Stone was taken for building elsewhere.'],
  'foundation trench': ['Vertical sides, flat base.', 'Dug for the footing of a wall.'],
  'breach in wall': ['Irregular edge.', 'The wall had given way here.'],
}

const cutText = (kind, random) => [
  `${random.pick(['Circular', 'Oval', 'Irregular', 'Sub-rectangular'])} in plan, ${random.pick(['vertical', 'steep', 'sloping'])} sides, ${random.pick(['flat', 'concave', 'uneven'])} base.`,
  `Cut of ${kind.replace(/ cut$/, '')}.`,
]
const fillText = (kind, random) => [
  `${random.pick(['Loose', 'Soft', 'Firm'])} ${random.pick(['silt', 'sandy silt', 'clayey silt'])} with %.`,
  `${random.pick(['Deliberate backfill', 'Gradual silting', 'Waste thrown in', 'Fill after disuse'])} of the ${kind.replace(/ fill$/, '')}.`,
]

const inclusions = [
  'charcoal',
  'pottery',
  'tile',
  'animal bone',
  'limestone chips',
  'pebbles',
  'burnt clay',
  'snail shell',
  'mortar',
]
const vagueDates = (random, [label, from, to]) =>
  random.weighted([
    [
      {
        chrono_label: label,
        chrono_from: from,
        chrono_to: to,
        chrono_certainty: random.weighted([
          [1, 5],
          [2, 3],
        ]),
      },
      86,
    ],
    [{ chrono_label: `${yearText(from)}/?`, chrono_from: from, chrono_to: null, chrono_certainty: 2 }, 5],
    [{ chrono_label: `?/${yearText(to)}`, chrono_from: null, chrono_to: to, chrono_certainty: 3 }, 4],
    [{}, 5],
  ])

const yearText = (year) => (year < 0 ? `${-year} BCE` : `${year} CE`)

/** Records of the contexts of all trenches, in the order of their numbers, with the outline of each. */
export function contextRecords(random, trenches, byTrench) {
  const records = []
  for (const trench of trenches) {
    const units = [...byTrench.get(trench.code)].sort((a, b) => b.time - a.time)
    // Dug from the top down: what lies deeper was excavated later.
    const days = units.map(() => dayOf(random, trench)).sort()
    let level = trench.top
    units.forEach((unit, index) => {
      unit.excavatedOn = days[index]
      unit.excavator = random.pick(excavators)
      records.push(contextRecord(random, unit, level, trench))
      level -= random.between(0.01, 0.07)
    })
  }
  return records
}

function contextRecord(random, unit, level, trench) {
  const phase = phases[unit.phase]
  const [description, interpretation] =
    texts[unit.kind] ?? (unit.type === 'cut' ? cutText(unit.kind, random) : fillText(unit.kind, random))
  const found = random.some(inclusions, random.whole(1, 3))
  const isCut = unit.type === 'cut'
  const thickness = isCut ? random.between(0.1, 0.9) : random.between(0.04, 0.35)
  return {
    ctx_no: unit.no,
    trench: trench.code,
    phase: unit.natural ? null : phase.code,
    ctx_type: unit.type,
    definition: unit.kind,
    description: description.replace(/%\s?/, `${found.join(', ')} `).replace(/ ([.,;])/g, '$1'),
    interpretation: random.chance(0.93) ? interpretation : null,
    colour:
      random.chance(0.9) && !isCut && unit.type !== 'masonry'
        ? random.pick(colours[unit.type] ?? colours.layer)
        : null,
    compaction: isCut ? null : random.pick(['loose', 'soft', 'firm', 'compact', 'cemented']),
    inclusions: isCut ? null : found.join(';'),
    top_m: round(level, 2),
    bottom_m: unit.natural ? null : round(level - thickness, 2),
    area_m2: round(areaOf(unit.ring), 2),
    fully_excavated: unit.natural || random.chance(0.06) ? 0 : 1,
    excavated_on: unit.excavatedOn,
    excavator: unit.excavator,
    ...(unit.natural ? {} : { ...vagueDates(random, phase.steps[unit.step]), chrono_period: phase.period }),
  }
}

/** A working day of a season: June or July of a year in which the trench was open. */
export function dayOf(random, trench) {
  const [from, to] = [Number(trench.opened.slice(0, 4)), Number(trench.closed.slice(0, 4))]
  // There was no season in 2020.
  const years = Array.from({ length: to - from + 1 }, (_, k) => from + k).filter((year) => year !== 2020)
  const year = random.pick(years)
  for (;;) {
    const day = new Date(Date.UTC(year, 5, random.whole(6, 55)))
    const text = day.toISOString().slice(0, 10)
    if (day.getUTCDay() > 0 && day.getUTCDay() < 6 && text >= trench.opened && text <= trench.closed)
      return text
  }
}

export const contextGeometries = (units) =>
  units.map((unit) => ({ table: 'contexts', record: unit.no, geometry: polygonOf(unit.ring) }))
