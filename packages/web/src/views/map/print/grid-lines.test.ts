import { describe, expect, test } from 'vitest'
import { gridLines } from './grid-lines.js'

/** A sheet whose lower left corner lies somewhere, with so many pixels to a metre, turned by an angle. */
const sheet = ([east, north]: [number, number], pixels: number, height: number, degrees = 0) => {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return {
    toGrid([x, y]: readonly [number, number]) {
      const [a, b] = [x / pixels, (height - y) / pixels]
      return [east + a * cosine - b * sine, north + a * sine + b * cosine] as const
    },
    toSheet([x, y]: readonly [number, number]) {
      const [a, b] = [x - east, y - north]
      return [(a * cosine + b * sine) * pixels, height - (b * cosine - a * sine) * pixels] as const
    },
  }
}

describe('the grid of a printed map', () => {
  test('has crosses at round coordinates, and tells them at the left and the lower edge', () => {
    const { crosses, labels } = gridLines([600, 400], sheet([696_247, 4_770_293], 20, 400))
    expect(labels.filter(({ edge }) => edge === 'below')).toEqual([
      { edge: 'below', at: 60, text: '696250' },
      { edge: 'below', at: 260, text: '696260' },
      { edge: 'below', at: 460, text: '696270' },
    ])
    expect(labels.filter(({ edge }) => edge === 'left')).toEqual([
      { edge: 'left', at: 260, text: '4770300' },
      { edge: 'left', at: 60, text: '4770310' },
    ])
    expect(crosses).toHaveLength(6)
    expect(crosses).toContainEqual([260, 60])
  })

  test('follows a map that is turned', () => {
    const { labels } = gridLines([600, 400], sheet([0, 0], 20, 400, 10))
    const [first] = labels.filter(({ edge, text }) => edge === 'below' && text === '10')
    expect(first?.at).toBeCloseTo((10 * 20) / Math.cos((10 * Math.PI) / 180), 6)
  })

  test('tells as many decimals as its steps have', () => {
    const { labels } = gridLines([600, 400], sheet([11.4, 43.05], 100_000, 400))
    expect(labels[0]?.text).toBe('11.402')
  })

  test('is left out where a system tells nothing of a place', () => {
    const nowhere = { toGrid: () => [Number.NaN, 0] as const, toSheet: () => [0, 0] as const }
    expect(gridLines([600, 400], nowhere)).toEqual({ crosses: [], labels: [] })
  })
})
