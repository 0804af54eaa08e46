import { events } from './events.mjs'
import { phaseIndex, phases } from './phases.mjs'

/** The relations from the newer unit's side, and how the older one says the same. */
const seenFromOlder = {
  covers: 'is_covered_by',
  cuts: 'is_cut_by',
  leans_against: 'carries',
  fills: 'is_filled_by',
}

/** Events of a phase take their moments out of this many, so that phases never overlap. */
const perPhase = 1000
/** Layers that run through several trenches and were one when they formed: they have one moment. */
const shared = { topsoil: 990, ploughsoil: 980, 'collapse of walls and roof': 950, 'terrace fill': 1 }
/** Which trenches lie side by side. */
const neighbours = [
  ['A', 'B'],
  ['C', 'D'],
  ['D', 'E'],
  ['B', 'G'],
  ['C', 'F'],
]

/**
 * Lets time pass in one trench, from the oldest phase on. Every unit gets a moment, and a newer unit is only ever put above
 * one with an earlier moment: so no relation can contradict another.
 */
export function buildSequence(random, trench) {
  const units = []
  const relations = []
  let clock = 0
  const site = {
    random,
    trench,
    exposed: [],
    get walls() {
      return units.filter((unit) => unit.type === 'masonry' && unit.kind !== 'tile lining')
    },
    moment: () => ++clock,
    add({ time, ...facts }) {
      const unit = { trench: trench.code, ...facts, ...site.place, time: time ?? site.momentOf(facts.kind) }
      units.push(unit)
      return unit
    },
    momentOf: (kind) => (shared[kind] === undefined ? ++clock : site.place.phase * perPhase + shared[kind]),
    /** What a new feature was dug from: the newest surfaces. */
    below: (unit, count) =>
      site.exposed.filter((older) => older !== unit && older.type !== 'skeleton').slice(-count),
    coverAll(unit) {
      for (const older of site.exposed.slice(-4)) site.relate(unit, 'covers', older)
    },
    expose(unit) {
      site.exposed = [...site.exposed, unit].slice(-6)
    },
    relate(newer, relation, older) {
      if (relation !== 'is_bound_to' && newer.time <= older.time)
        throw new Error(`${newer.kind} is not newer`)
      const turned = seenFromOlder[relation] !== undefined && random.chance(0.3)
      relations.push(
        turned
          ? { first: older, relation: seenFromOlder[relation], second: newer }
          : { first: newer, relation, second: older },
      )
    },
  }

  site.place = { phase: 0, step: 0 }
  site.exposed = [site.add({ type: 'natural', kind: 'weathered marl', ring: frame(trench.box) })]
  units[0].time = -1
  units[0].natural = true
  for (const [code, programme] of Object.entries(trench.programme)) {
    const phase = phaseIndex(code)
    const words = programme.split(' ')
    const steps = phases[phase].steps.length
    clock = phase * perPhase + 10
    words.forEach((word, index) => {
      site.place = { phase, step: Math.min(steps - 1, Math.floor((index / words.length) * steps)) }
      events[word](site)
    })
  }
  return { units, relations }
}

const frame = ([x, y, width, height]) => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
]

/** One layer met in two trenches: the same unit under two numbers. */
export function correlate(byTrench) {
  const relations = []
  for (const [one, two] of neighbours) {
    for (const first of byTrench.get(one)) {
      const second = byTrench
        .get(two)
        .find(
          (unit) => unit.kind === first.kind && unit.phase === first.phase && shared[unit.kind] !== undefined,
        )
      if (second && second.time === first.time) relations.push({ first, relation: 'is_the_same_as', second })
    }
  }
  return relations
}

/** Numbers as excavators give them: from the top down, each trench with its own thousand. */
export function number(units, trenchIndex) {
  const ordered = [...units].sort((a, b) => b.time - a.time)
  ordered.forEach((unit, index) => {
    unit.no = `C${trenchIndex + 1}${String(index + 1).padStart(3, '0')}`
  })
}
