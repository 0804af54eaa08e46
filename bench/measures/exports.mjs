// Everything at once, and what others feel of it.
import { againstLimit, atMost, median } from '../figures.mjs'
import { smallReads } from '../small-reads.mjs'

const formats = ['json', 'ndjson', 'csv']

export const exports = {
  name: 'export',
  title: 'export of all records',
  unit: 's',
  goal: 'half as fast as the limit; the first byte within 50 ms; p99 of small reads below ten medians',
  async run({ systems, rows, seconds, repeats, say }) {
    const service = systems.find(({ role }) => role === 'service')
    const figures = []
    for (const format of formats) {
      const taken = { limit: [], service: [] }
      for (let repeat = 0; repeat < repeats; repeat++) {
        for (const system of systems) taken[system.role].push(await download(system, format, rows))
      }
      const whole = (role) => Math.min(...taken[role].map(({ wholeMs }) => wholeMs)) / 1000
      const title = `export as ${format.toUpperCase()}`
      say(`${service.name} ${format}: ${whole('service').toFixed(2)} s, limit ${whole('limit').toFixed(2)} s`)
      figures.push(
        againstLimit({
          name: `export ${format}`,
          title,
          unit: exports.unit,
          value: whole('service'),
          limit: whole('limit'),
          isTime: true,
          goal: 0.5,
        }),
        atMost({
          name: `export ${format}, first byte`,
          title: `${title}, first byte`,
          unit: 'ms',
          value: median(taken.service.map(({ firstMs }) => firstMs)),
          most: 50,
        }),
      )
    }
    for (const [name, others] of [
      ['exports', [exportAgain]],
      ['exports and searches that read every row', [exportAgain, scanAgain]],
    ]) {
      figures.push(await felt(name, service, others, { rows, seconds }))
    }
    return figures
  },
}

/** Reads a file to its end, which must have a record for each row. */
async function download({ url, headers }, format, rows) {
  const began = performance.now()
  const answer = await fetch(`${url()}/api/records/finds/export?format=${format}`, {
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  let firstMs
  let bytes = 0
  for await (const piece of answer.body) {
    firstMs ??= performance.now() - began
    bytes += piece.length
  }
  // The shortest description alone has more.
  if (bytes < rows * 100) throw new Error(`The export as ${format} has ${bytes} bytes only.`)
  return { firstMs, wholeMs: performance.now() - began }
}

/** How much slower than usual the slowest of a hundred small reads is, beside others. */
async function felt(name, service, others, { rows, seconds }) {
  const until = performance.now() + seconds * 1000 + 500
  const few = { url: service.url(), headers: service.headers, rows, seconds }
  const [reads] = await Promise.all([smallReads(few), ...others.map((other) => other(service, until))])
  return atMost({
    name: `small reads beside ${name}`,
    title: `p99 of small reads beside ${name}`,
    unit: 'medians',
    value: reads.p99 / reads.median,
    most: 10,
    ...reads,
  })
}

async function exportAgain(service, until) {
  for (let k = 0; performance.now() < until; k++) {
    await readAll(service, `/api/records/finds/export?format=${formats[k % formats.length]}`)
  }
}

/**
 * Case counts and the text stands nowhere: no index helps, every row is read, and no total can be remembered.
 */
async function scanAgain(service, until) {
  for (let k = 0; performance.now() < until; k++) {
    await readAll(service, `/api/records/finds?filter[description][_contains]=zzyzx${k}`)
  }
}

async function readAll({ url, headers }, path) {
  const reply = await fetch(url() + path, { headers })
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`)
  for await (const _chunk of reply.body) {
    // All of it is read, as a client does that stores the file.
  }
}
