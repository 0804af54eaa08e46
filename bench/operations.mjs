// What is asked of each system, and what a right answer is.
import { askedType, findNumber, finds, frequentWord, rareWord } from './generate.mjs'

const percent = encodeURIComponent
const list = (query = '') => ({ method: 'GET', path: `/api/records/finds${query}` })
const contains = (text) => list(`?filter[description][_icontains]=${percent(text)}`)
const ofType = (type) => list(`?filter[type][_eq]=${percent(type)}&sort_field=weight_g&sort_dir=desc`)
const update = (id, core) => ({
  method: 'POST',
  path: `/api/record/finds/${id}`,
  body: JSON.stringify({ core, plugins: {} }),
})
const create = (core) => ({
  method: 'POST',
  path: '/api/record/finds',
  body: JSON.stringify({ core, plugins: {} }),
})

/**
 * The operations by name. `requests` are sent in turn; `check` looks at the answer of the first one and says
 * what is wrong; `goals` are the parts of the limit that are aimed at.
 * @param {number} rows how many finds are stored
 */
export function operations(rows) {
  const right = rightAnswers(rows)
  const deep = Math.min(5000, Math.floor(rows / 30))
  const someIds = Array.from({ length: 997 }, (_, k) => 1 + ((k * 104_729) % rows))
  return {
    W1: {
      title: 'one full record',
      goals: { sqlite: 0.4, postgres: 0.25 },
      requests: someIds.map((id) => ({ method: 'GET', path: `/api/record/finds/${id}` })),
      check: (answer) => isFind(valuesOf(answer), someIds[0]),
    },
    W2: {
      title: 'page 1 of 30 with total',
      requests: [list()],
      check: (answer) => isPage(answer, { total: rows, length: Math.min(30, rows), first: 1 }),
    },
    W3: {
      title: `type is ${askedType}, heaviest first, 30 with total`,
      requests: [ofType(askedType)],
      check: (answer) => isPage(answer, right.type),
    },
    W4r: {
      title: `description contains a rare word (${rareWord}), 30 with total`,
      requests: [contains(rareWord)],
      check: (answer) => isPage(answer, right.rare),
    },
    W4f: {
      title: `description contains a frequent word (${frequentWord}), 30 with total`,
      requests: [contains(frequentWord)],
      check: (answer) => isPage(answer, right.frequent),
    },
    W5: {
      title: `page ${deep} of 30 with total`,
      requests: [list(`?page=${deep}`)],
      check: (answer) => isPage(answer, { total: rows, length: 30, first: (deep - 1) * 30 + 1 }),
    },
    W6: {
      title: 'page 1 of 200 with total',
      requests: [list('?per_page=200')],
      check: (answer) => isPage(answer, { total: rows, length: Math.min(200, rows), first: 1 }),
    },
    W7: {
      title: 'create a record',
      goals: { sqlite: 0.8, postgres: 0.3 },
      requests: Array.from({ length: 199 }, (_, k) => create(findNumber(rows + 1 + k))),
      check: (answer) => (Number(answer.id) > rows ? undefined : `the new id is ${answer.id}`),
    },
    W8: {
      title: 'update a record',
      goals: { sqlite: 0.5, postgres: 0.3 },
      requests: someIds.map((id, k) => update(id, { quantity: 2 + (k % 7), period: 'Archaic' })),
      check: () => undefined,
      /** Read back after the check: an update that was confirmed must be there. */
      readBack: {
        request: { method: 'GET', path: `/api/record/finds/${someIds[0]}` },
        check: (answer) => {
          const { quantity, period } = valuesOf(answer)
          return quantity === 2 && period === 'Archaic' ? undefined : 'the update is not there when read back'
        },
      },
    },
    W11: {
      title: 'nine sorted pages of several types to one update',
      requests: someIds.slice(0, 200).map((id, k) => {
        if (k % 10 === 9) return update(id, { quantity: 2 + (k % 7) })
        return ofType(['lamp', 'key', 'bead', askedType, 'bell'][k % 5])
      }),
      check: () => undefined,
    },
  }
}

/** Counted from the rows themselves, not by any system. */
function rightAnswers(rows) {
  const type = { total: 0, heaviest: 0 }
  const rare = { total: 0 }
  const frequent = { total: 0 }
  let number = 0
  for (const find of finds(rows)) {
    number++
    if (find.type === askedType) {
      type.total++
      type.heaviest = Math.max(type.heaviest, find.weight_g)
    }
    const words = find.description.toLowerCase()
    for (const [answer, word] of [
      [rare, rareWord],
      [frequent, frequentWord],
    ]) {
      if (!words.includes(word)) continue
      answer.total++
      answer.first ??= number
    }
  }
  for (const answer of [type, rare, frequent]) answer.length = Math.min(30, answer.total)
  return { type, rare, frequent }
}

/** The values of a full record, which the service answers with labels and the limit without. */
function valuesOf(answer) {
  if (answer.core === undefined) return answer
  return Object.fromEntries(Object.entries(answer.core).map(([name, cell]) => [name, cell.val]))
}

function isFind(got, number) {
  const wanted = findNumber(number)
  // Quantity and period are what the updates change.
  const wrong = Object.keys(wanted).filter(
    (name) => !['quantity', 'period'].includes(name) && got[name] !== wanted[name],
  )
  return wrong.length === 0 ? undefined : `find ${number} has another ${wrong.join(', ')}`
}

function isPage({ total, data }, wanted) {
  if (total !== wanted.total) return `the total is ${total} instead of ${wanted.total}`
  if (data.length !== wanted.length) return `${data.length} rows instead of ${wanted.length}`
  if (wanted.first !== undefined && data[0]?.id !== wanted.first) return `the first id is ${data[0]?.id}`
  if (wanted.heaviest !== undefined && data[0]?.weight_g !== wanted.heaviest) {
    return `the first weight is ${data[0]?.weight_g} instead of ${wanted.heaviest}`
  }
  const missing = Object.keys(findNumber(1)).filter((name) => data[0]?.[name] === undefined)
  return missing.length === 0 ? undefined : `columns are missing: ${missing.join(', ')}`
}
