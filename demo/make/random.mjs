/** Numbers that look like chance and are the same at every run (mulberry32). */
export function randomSource(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const between = (low, high) => low + next() * (high - low)
  const whole = (low, high) => Math.floor(between(low, high + 1))
  const pick = (list) => list[Math.floor(next() * list.length)]
  return {
    next,
    between,
    whole,
    pick,
    chance: (share) => next() < share,
    /** One of `[value, weight]`. */
    weighted(entries) {
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of entries) {
        at -= weight
        if (at < 0) return value
      }
      return entries.at(-1)[0]
    },
    /** Around `middle`, more often below it than far above: as weights and sizes are. */
    lognormal(middle, spread) {
      const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
      return middle * Math.exp(normal * spread)
    },
    some(list, count) {
      const rest = [...list]
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(Math.floor(next() * rest.length), 1)[0],
      )
    },
  }
}

export const round = (value, digits) => Number(value.toFixed(digits))
