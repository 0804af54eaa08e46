import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import italian from '../../locales/it.json'
import { loopSentence } from './loop-sentence.js'

beforeAll(() => i18next.init({ lng: 'it', resources: { it: { translation: italian } } }))

const unit = (id: number) => ({ id, label: `C${id}` })

test('a loop is told from the newer unit to the older one, however its relations were stored', () => {
  const relations = [
    { id: 1, first: 1, relation: 5, second: 2 },
    { id: 2, first: 3, relation: 1, second: 2 },
    { id: null, first: 3, relation: 5, second: 1 },
  ]
  expect(loopSentence({ loop: [unit(1), unit(2), unit(3)], relations })).toBe(
    'C1 copre C2, C2 copre C3, C3 copre C1.',
  )
})

test('of units that are hidden no more is said than that they are there', () => {
  const relations = [{ id: null, first: 2, relation: 5, second: 1 }]
  const hidden = { id: null, label: null }
  expect(loopSentence({ loop: [unit(1), hidden, unit(2)], relations })).toBe(
    'C2 copre C1, e unità che non puoi vedere.',
  )
})
