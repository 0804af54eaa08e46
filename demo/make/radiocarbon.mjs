import { phases } from './phases.mjs'
import { randomSource } from './random.mjs'

/**
 * What the laboratory measures in charcoal of some calendar years, roughly: years before 1950, and the age in
 * years BP.
 */
const measured = [
  [0, 100],
  [700, 780],
  [1000, 1100],
  [1500, 1600],
  [1900, 1950],
  [2200, 2200],
  [2500, 2440],
  [2800, 2690],
  [3000, 2880],
  [3300, 3070],
]

function ageIn(year) {
  const before = 1950 - year
  const at = measured.findIndex(([known]) => known >= before)
  const [[from, young], [to, old]] = [measured[at - 1], measured[at]]
  return young + ((before - from) / (to - from)) * (old - young)
}

/**
 * What came back from the laboratory of the samples that were taken for dating, by context. Charcoal is a
 * little older than the fire that made it. The service calibrates the ages.
 */
export function radiocarbonDates(units, samples) {
  const random = randomSource(14)
  const unitOf = new Map(units.map((unit) => [unit.no, unit]))
  const dates = new Map()
  const forDating = samples.filter(({ core }) => core.kind === 'charcoal for dating')
  forDating.forEach(({ core }, index) => {
    const unit = unitOf.get(core.context)
    const [, from, to] = phases[unit.phase].steps[unit.step]
    const age = Math.round(ageIn(random.between(from, to) - random.between(5, 40)))
    const row = {
      lab_code: `PFL-${4100 + index * 3}`,
      bp: age,
      bp_error: random.whole(22, 45),
      material: random.pick(['charcoal, oak', 'charcoal, ash', 'charcoal, beech']),
      d13c: -Math.round(random.between(240, 268)) / 10,
      curve: 'intcal20',
      notes: `Sample ${core.sample_no}.`,
    }
    dates.set(core.context, [...(dates.get(core.context) ?? []), row])
  })
  return dates
}
