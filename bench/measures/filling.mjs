// The register of finds is imported into an empty application; then searches in texts become quick.
import { ask } from '../excavation.mjs'
import { atMost, median } from '../figures.mjs'
import { fillRegister } from '../register.mjs'
import { smallReads } from '../small-reads.mjs'

/** So many quick searches one after the other are due to the index, and to no chance. */
const quickInARow = 5
/** Three times as long as it may take: more than that is told as that. */
const patienceSeconds = 60

export const filling = {
  name: 'index',
  title: 'text search after an import',
  unit: 's',
  goal: 'from the index within 20 s; small reads meanwhile at most twice as slow',
  async run({ register, rows, seconds, say }) {
    const began = performance.now()
    await fillRegister(register, rows)
    say(`${register.name}: ${rows} rows imported in ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const few = { url: register.service.url, headers: register.headers, rows, seconds }
    const [indexedAfter, beside] = await Promise.all([
      secondsUntilIndexed(register),
      smallReads({ ...few, seconds: Math.max(seconds, 5) }),
    ])
    await register.settled()
    const alone = await smallReads(few)
    return [
      atMost({
        name: 'text search from the index',
        title: 'time after an import until text searches are answered from the index',
        unit: filling.unit,
        value: indexedAfter,
        most: 20,
      }),
      atMost({
        name: 'small reads beside indexing',
        title: 'median of small reads after an import, while that index is made',
        unit: 'medians without it',
        value: beside.median / alone.median,
        most: 2,
      }),
    ]
  },
}

/** An answer from the index comes in less than half the time of one for which every row is read. */
async function secondsUntilIndexed(register) {
  const began = performance.now()
  const scans = []
  for (let k = 0; k < 3; k++) scans.push(await search(register, '_contains', k))
  const quick = median(scans) / 2
  let since = began
  for (let k = 0, inARow = 0; inARow < quickInARow; k++) {
    if (performance.now() - began > patienceSeconds * 1000) return patienceSeconds
    if (inARow === 0) since = performance.now()
    inARow = (await search(register, '_icontains', k)) < quick ? inARow + 1 : 0
    // A pause between two searches, as people make one.
    await new Promise((resume) => setTimeout(resume, 100))
  }
  return (since - began) / 1000
}

/** Each time for another text that stands nowhere, so that nothing is remembered. @returns milliseconds */
async function search({ service, token }, operator, number) {
  const began = performance.now()
  const text = `zzyzx${number}`
  await ask(service.url, 'GET', `/api/records/finds?filter[description][${operator}]=${text}`, { token })
  return performance.now() - began
}
