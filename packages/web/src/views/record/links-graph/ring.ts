/** Where something stands in the drawing, in hundredths of its width and height. */
export interface Place {
  readonly x: number
  readonly y: number
}

export const middle: Place = { x: 50, y: 50 }

/** From so many on every other one stands nearer to the middle, so that no two cover each other. */
const crowded = 11

/** Places around the middle, beginning at the top and going on with the sun. */
export const placesAround = (count: number): Place[] =>
  Array.from({ length: count }, (_, k) => {
    const turn = (k / count) * 2 * Math.PI - Math.PI / 2
    const reach = count >= crowded && k % 2 === 1 ? 0.62 : 1
    return { x: middle.x + 41 * reach * Math.cos(turn), y: middle.y + 43 * reach * Math.sin(turn) }
  })
