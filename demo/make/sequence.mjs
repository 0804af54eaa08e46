import { events } from './events.mjs'
import { phaseIndex, phases } from './phases.mjs'
import { randomSource } from './random.mjs'

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
 * Lets time pass in one trench, from the oldest phase on. Every unit gets a moment, and a newer unit is only
 * ever put above one with an earlier moment: so no relation can contradict another.
 */
export function buildSequence(random, trench) {
  const units = []
  const relations = []
  let clock = 0
  // Which way a relation is written changes nothing else.
  const turning = randomSource(trench.code.charCodeAt(0))
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
      unit.over = new Set()
      units.push(unit)
      return unit
    },
    momentOf: (kind) => (shared[kind] === undefined ? ++clock : site.place.phase * perPhase + shared[kind]),
    /**
     * What a new feature was dug from: the newest surfaces at its place, none of which lies under another.
     */
    below(unit, count) {
      const here = site.exposed.filter(
        (older) => older !== unit && older.type !== 'skeleton' && overlap(older.ring, unit.ring),
      )
      return uppermost(here.length > 0 ? here : site.exposed.slice(0, 1)).slice(-count)
    },
    /** A layer lies over what it reaches; the rest stays open to the sky. */
    coverAll(unit) {
      const reached = site.exposed.filter((older) => overlap(older.ring, unit.ring))
      for (const older of uppermost(reached)) site.relate(unit, 'covers', older)
      site.exposed = [...site.exposed.filter((older) => !reached.includes(older)), unit]
    },
    expose(unit) {
      site.exposed = [...site.exposed, unit]
    },
    relate(newer, relation, older) {
      if (relation !== 'is_bound_to' && newer.time <= older.time)
        throw new Error(`${newer.kind} is not newer`)
      if (relation !== 'is_bound_to') newer.over = new Set([...newer.over, older, ...older.over])
      const turned = seenFromOlder[relation] !== undefined && turning.chance(0.3)
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

/** Of several units those on which no other of them lies. */
const uppermost = (units) => units.filter((unit) => !units.some((other) => other.over.has(unit)))

/** Do two outlines reach over each other? Their frames tell well enough. */
function overlap(one, other) {
  const [a, b] = [one, other].map((ring) => {
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) }
  })
  return a.left < b.right && b.left < a.right && a.low < b.high && b.low < a.high
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
