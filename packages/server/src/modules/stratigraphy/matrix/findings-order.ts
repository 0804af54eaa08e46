/** Something that is wrong, and what can be changed to mend it. */
export interface Finding {
  /** Each of them alone mends it: a relation that is removed, the dates of a unit that are corrected. */
  readonly levers: readonly Lever[]
  /** How many relations it is made of; what is shorter is understood sooner. */
  readonly length: number
}

/** `relation 7`, `dates of 12`. */
export type Lever = `relation ${number}` | `dates of ${number}`

export interface Ranked<F extends Finding> {
  readonly finding: F
  /** How many other findings vanish when it is mended in the best way. */
  readonly alsoVanish: number
  /** That way; of several the relation or unit that was entered last. */
  readonly lever: Lever
}

/**
 * Counts on how many findings each lever acts. A finding that is mended with the lever which acts on most
 * others takes those along; findings that take the most along come first, so that a person can begin there.
 * Among equals the shorter comes first, then the one found first.
 *
 * @param all the findings of every kind
 */
export function findingsOrder(
  all: readonly Finding[],
): <F extends Finding>(some: readonly F[]) => Ranked<F>[] {
  const acts = new Map<Lever, number>()
  for (const { levers } of all) for (const lever of levers) acts.set(lever, (acts.get(lever) ?? 0) + 1)
  const others = (lever: Lever): number => (acts.get(lever) ?? 1) - 1
  return (some) =>
    some
      .map((finding) => {
        const lever = finding.levers.reduce((best, one) =>
          others(one) > others(best) || (others(one) === others(best) && isLater(one, best)) ? one : best,
        )
        return { finding, alsoVanish: others(lever), lever }
      })
      .sort((a, b) => b.alsoVanish - a.alsoVanish || a.finding.length - b.finding.length)
}

/** Relations before dates; of two relations that with the greater id. */
function isLater(one: Lever, other: Lever): boolean {
  const ofRelation = [one, other].map((lever) => lever.startsWith('relation'))
  if (ofRelation[0] !== ofRelation[1]) return ofRelation[0] === true
  return numberOf(one) > numberOf(other)
}

const numberOf = (lever: Lever): number => Number(lever.slice(lever.lastIndexOf(' ') + 1))
