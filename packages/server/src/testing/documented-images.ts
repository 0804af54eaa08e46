import { readFileSync } from 'node:fs'
import { drawMatrix } from '../modules/stratigraphy/drawing/draw-matrix.js'
import { sampleMatrix, type WrittenRelation } from './sample-matrix.js'

const guide = 'docs/guides/stratigraphy.md'

/** The sequence that the guide describes in its first table, and what it says about it later. */
export function guideSequence(): { relations: WrittenRelation[]; mistake: WrittenRelation; alone: string } {
  const text = readFileSync(new URL(`../../../../${guide}`, import.meta.url), 'utf8')
  const relations = [...text.matchAll(/^\| (C\d+) \| (\w+) \| (C\d+) \|/gm)].map(
    ([, first = '', relation = '', second = '']): WrittenRelation => [first, relation, second],
  )
  return { relations, mistake: ['C113', 'covers', 'C106'], alone: 'C115' }
}

/** A picture of the documentation that the service draws. */
export interface DocumentedPicture {
  readonly path: string
  readonly draw: () => string
}

const draw = (relations: readonly WrittenRelation[], alone: string): string =>
  drawMatrix(sampleMatrix(relations, { alone: [alone] }), { date: '2026-11-21', isReduced: false }) ?? ''

/** `node scripts/write-docs.mjs` writes them, and a test compares. */
export const documentedPictures: readonly DocumentedPicture[] = [
  {
    path: 'docs/guides/images/small-sequence.svg',
    draw: () => {
      const { relations, alone } = guideSequence()
      return draw(relations, alone)
    },
  },
  {
    path: 'docs/guides/images/small-sequence-loop.svg',
    draw: () => {
      const { relations, alone, mistake } = guideSequence()
      return draw([...relations, mistake], alone)
    },
  },
]
