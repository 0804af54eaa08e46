import { expect, test } from 'vitest'
import { risText } from './ris-text.js'

test.each([
  ['88-91', ['SP  - 88', 'EP  - 91']],
  ['iv–xii', ['SP  - iv', 'EP  - xii']],
  ['٢١–٤٨', ['SP  - ٢١', 'EP  - ٤٨']],
  ['23', ['SP  - 23']],
  ['1-4, 9-12', ['SP  - 1-4, 9-12']],
])('the pages %s have the tags that programs look for', async (page, tags) => {
  const text = await risText([{ id: 'x', type: 'article-journal', title: 'Kilns', page }])
  expect(text.split('\r\n').filter((line) => /^[SE]P/.test(line))).toEqual(tags)
})
