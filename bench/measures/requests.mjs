// Small requests by one person and by many at once.
import autocannon from 'autocannon'
import { againstLimit } from '../figures.mjs'
import { operations } from '../operations.mjs'
import { processorSeconds } from '../programs.mjs'

/**
 * Answers are checked before anything is timed. The order of measuring is repeat > operation > connections >
 * system, so that a slow minute of the machine falls on all alike; the best repeat counts.
 */
export const requests = {
  name: 'requests',
  title: 'small requests',
  unit: 'answers in a second',
  goal: 'a part of the limit, for each operation',
  async run({ engine, rows, seconds, repeats, connections, operations: asked, systems, say }) {
    const all = operations(rows)
    const names = Object.keys(all).filter((name) => asked?.includes(name) ?? true)
    const cells = []
    for (const name of names) {
      for (const system of systems) {
        await mustBeRight(system, all[name], `${system.name} ${name}`)
        cells.push({ system, name, measured: new Map(connections.map((count) => [count, []])) })
      }
    }
    for (const { system, name } of cells) await load(system, all[name].requests, 4, 1)
    for (let repeat = 1; repeat <= repeats; repeat++) {
      for (const name of names) {
        for (const count of connections) {
          for (const cell of cells.filter((one) => one.name === name)) {
            const result = await load(cell.system, all[name].requests, count, seconds)
            cell.measured.get(count).push(result)
            const { perSecond, median, p99 } = result
            say(
              `${repeat} ${name} ${count} connections ${cell.system.name}: ${perSecond.toFixed(0)}/s, ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
            )
          }
        }
      }
    }
    const best = (name, role, count) =>
      cells
        .find((cell) => cell.name === name && cell.system.role === role)
        .measured.get(count)
        .reduce((a, b) => (b.perSecond > a.perSecond ? b : a))
    return names.flatMap((name) =>
      connections.map((count) => {
        const { perSecond, ...spread } = best(name, 'service', count)
        const limit = best(name, 'limit', count)
        return againstLimit({
          name: `${name} at ${count}`,
          title: `${all[name].title}, ${count} at once`,
          unit: requests.unit,
          value: perSecond,
          limit: limit.perSecond,
          goal: all[name].goals?.[engine],
          ...spread,
          // Hardly depends on what else the machine does.
          limitProcessorMs: limit.processorMs,
        })
      }),
    )
  },
}

async function mustBeRight(system, operation, what) {
  const { requests, check, readBack } = operation
  const problem =
    (await problemOf(system, requests[0], check)) ??
    (readBack && (await problemOf(system, readBack.request, readBack.check)))
  if (problem) throw new Error(`${what}: ${problem}`)
}

/** What is wrong with the answer of a system to a request; `undefined` when nothing is. */
async function problemOf({ url, headers }, { method, path, body }, check) {
  const reply = await fetch(url() + path, { method, body, headers: headersOf(headers, body) })
  const text = await reply.text()
  return reply.ok ? check(JSON.parse(text)) : `it answered ${reply.status}: ${text.slice(0, 200)}`
}

function headersOf(headers, body) {
  return body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
}

/** @param seconds and four times as many where nothing was answered in them: no ratio is made of nothing */
async function load(system, asked, connections, seconds) {
  for (let duration = seconds; ; duration *= 4) {
    const result = await loadFor(system, asked, connections, duration)
    if (result.perSecond > 0 || duration > 120) return result
  }
}

function loadFor({ url, pid, headers }, asked, connections, duration) {
  const latencies = []
  let refused = 0
  const sent = asked.map((request) => ({ ...request, headers: headersOf(headers, request.body) }))
  return new Promise((resolve, reject) => {
    const usedBefore = processorSeconds(pid())
    const began = performance.now()
    const run = autocannon({ url: url(), connections, timeout: 60, requests: sent, duration }, (error) => {
      if (error) return reject(error)
      latencies.sort((a, b) => a - b)
      const at = (part) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
      const spent = (performance.now() - began) / 1000
      const used = processorSeconds(pid()) - usedBefore
      resolve({
        perSecond: latencies.length / spent,
        median: at(0.5),
        p99: at(0.99),
        processorMs: (1000 * used) / latencies.length,
        refused,
      })
    })
    run.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) latencies.push(milliseconds)
      else refused++
    })
  })
}
