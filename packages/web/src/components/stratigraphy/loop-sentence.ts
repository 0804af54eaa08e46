import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import type { LoopDetail } from '@trowel/contract/stratigraphy.js'
import i18next from 'i18next'
import { relationSentence } from './relation-sides.js'

/** Nobody reads a longer sentence; the contradiction itself is the last relation. */
const maxWordsShown = 100

/**
 * What a loop says, relation by relation from the newer unit to the older one: "C1 covers C2, C2 cuts C3, C3
 * covers C1."
 */
export function loopSentence({ loop, relations }: LoopDetail): string {
  const labels = new Map(loop.map(({ id, label }) => [id, label]))
  const isWhole = !labels.has(null)
  const steps = relations.map(({ first, relation, second }, place) => {
    const isReversed = isWhole && loop[place]?.id === second
    const inverse = stratigraphicRelation(relation)?.inverse ?? relation
    const [newer, code, older] = isReversed ? [second, inverse, first] : [first, relation, second]
    return relationSentence(labels.get(newer) ?? '', code, labels.get(older) ?? '')
  })
  const shown =
    steps.length <= maxWordsShown ? steps : [...steps.slice(0, maxWordsShown - 1), '…', steps.at(-1)]
  return `${[...shown, ...(isWhole ? [] : [i18next.t('relating.loopHidden')])].join(', ')}.`
}
