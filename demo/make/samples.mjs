import { round } from './random.mjs'

const remains = {
  flotation: [
    ['Hordeum vulgare', 'caryopsis'],
    ['Triticum dicoccum', 'caryopsis'],
    ['Triticum dicoccum', 'spikelet fork'],
    ['Vicia faba', 'seed'],
    ['Olea europaea', 'stone'],
    ['Vitis vinifera', 'pip'],
    ['Ficus carica', 'achene'],
    ['Quercus', 'charcoal'],
    ['Fraxinus ornus', 'charcoal'],
    ['Cerealia', 'fragment'],
  ],
  'wet sieving': [
    ['Pisces', 'vertebra'],
    ['Aves', 'long bone'],
    ['Mollusca', 'shell'],
    ['Rodentia', 'tooth'],
    ['small finds', 'glass bead'],
  ],
}
const kinds = [
  ['flotation', 12, 50],
  ['wet sieving', 5, 20],
  ['charcoal for dating', 3, 0.2],
  ['micromorphology', 2, 1],
  ['pollen', 2, 0.5],
]
const questions = [
  'What was stored here?',
  'Fuel of the hearth.',
  'Diet and waste.',
  'How did the layer form?',
  'Date of the phase.',
]
const worthwhile = new Set([
  'ash',
  'pit fill',
  'silo fill',
  'waste layer',
  'burnt mud brick',
  'beaten earth floor',
  'cistern fill',
  'post hole fill',
  'drainage gully fill',
  'grave fill',
])

/** Samples from the layers that are worth it, and what was sorted out of them. */
export function sampleRecords(random, units) {
  const samples = []
  for (const unit of units) {
    if (!worthwhile.has(unit.kind) || random.chance(0.2)) continue
    const kind = random.weighted(kinds.map(([name, weight]) => [name, weight]))
    const litres = kinds.find(([name]) => name === kind)[2]
    const isSorted = remains[kind] !== undefined && random.chance(0.85)
    samples.push({
      core: {
        sample_no: `S${String(samples.length + 1).padStart(3, '0')}`,
        context: unit.no,
        kind,
        litres: round(litres * random.between(0.4, 1), 1),
        question: random.chance(0.8) ? random.pick(questions) : null,
        taken_on: unit.excavatedOn,
        studied_by: kind === 'micromorphology' ? 'يوسف العمراني' : random.chance(0.8) ? 'ليلى حداد' : null,
        is_sorted: isSorted ? 1 : 0,
        report:
          isSorted && random.chance(0.5)
            ? random.pick([
                'Rich in cereals; *chaff* is rare.',
                'Mostly **oak** charcoal, few seeds.',
                'Poor: modern roots and snails.',
                'Fish bones of small river species.',
              ])
            : null,
      },
      plugins: {
        sample_sorting: isSorted
          ? random.some(remains[kind], random.whole(2, 5)).map(([taxon, part], sort) => ({
              fraction_mm: random.pick(['> 4', '2-4', '1-2', '0.5-1']),
              taxon,
              part,
              pieces: Math.max(1, Math.round(random.lognormal(9, 1))),
              weight_g: round(random.lognormal(0.4, 0.9), 3),
              sort,
            }))
          : [],
      },
    })
  }
  return samples
}
