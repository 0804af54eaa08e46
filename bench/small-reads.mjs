// Small reads by a few connections at once, to be measured alone and beside something large.
import autocannon from 'autocannon'

/**
 * Single records, and every fifth time a short page.
 *
 * @returns how many were answered, and in how many milliseconds: the median, the slowest of a hundred, the
 *   slowest
 */
export function smallReads({ url, headers, rows, seconds }) {
  const requests = Array.from({ length: 500 }, (_, k) => ({
    path: k % 5 === 0 ? '/api/records/finds?per_page=30' : `/api/record/finds/${1 + ((k * 7919) % rows)}`,
  }))
  const latencies = []
  return new Promise((resolve, reject) => {
    const run = autocannon(
      { url, connections: 4, duration: seconds, requests, headers, timeout: 60 },
      (error) => {
        if (error) return reject(error)
        latencies.sort((a, b) => a - b)
        // Where none was answered it took longer than all the time there was.
        const at = (part) =>
          latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? seconds * 1000
        resolve({ count: latencies.length, median: at(0.5), p99: at(0.99), slowest: at(1) })
      },
    )
    run.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) latencies.push(milliseconds)
    })
  })
}

export function printReads(what, { count, median, p99, slowest }) {
  const ratio = (p99 / median).toFixed(1)
  process.stdout.write(
    `${what}: ${count} answers, median ${median.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms (${ratio} times the median), slowest ${slowest.toFixed(1)} ms\n`,
  )
}
