// How much memory do large files cost? The largest upload, a picture of 14,000 x 14,000 pixels, and the
// largest picture that is decoded at all are sent one after the other; then each is read back. What the
// service and its picture processes have resident is looked at all the time.
//
//   node bench/files.mjs [--postgres postgres://…]
// In object storage: TROWEL_FILES_URL and the AWS variables.
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import { createDeflate } from 'node:zlib'
import { crc32 } from './crc32.mjs'
import { ask, createApplication, createTable } from './excavation.mjs'
import { freshFolder, machine, memoryOf, startService } from './programs.mjs'

const { values: options } = parseArgs({ options: { postgres: { type: 'string' } } })
const named = machine()
const mebibyte = 2 ** 20

const service = await startService(freshFolder('files'), options.postgres)
const token = await createApplication(service.url, `files_${Date.now().toString(36)}`)
await createTable(service.url, token, 'photographs', [
  { name: 'code', label: 'Code', type: 'text', db_type: 'TEXT' },
])
const { id } = await ask(service.url, 'POST', '/api/record/photographs', {
  token,
  body: { core: { code: 'P1' } },
})
const before = memoryOf(service.pid).nowMib

const sent = [
  ['largest upload', 'scan.bin', noise(512 * mebibyte)],
  ['14,000 x 14,000 pixels', 'orthophoto.png', png(14_000, 14_000)],
  ['10,000 x 10,000 pixels', 'plan.png', png(10_000, 10_000)],
]
for (const [what, name, content] of sent) {
  const watch = watchMemory()
  const began = performance.now()
  const { file } = await upload(name, content)
  const storedSeconds = (performance.now() - began) / 1000
  const bytes = await download(`/${file.url}`)
  const preview = await fetch(`${service.url}/${file.url}&w=480`)
  await preview.arrayBuffer()
  const { own, all } = await watch.end()
  process.stdout.write(
    `${what.padEnd(24)} stored in ${storedSeconds.toFixed(1)} s, ${(bytes / mebibyte).toFixed(0)} MiB read back, smaller copy ${preview.status}; resident at the most ${own} MiB, with picture processes ${all} MiB\n`,
  )
}
process.stdout.write(
  `before: ${before} MiB resident; ${named.model}, ${named.processors} processors, Node ${named.node}\n`,
)
await service.stop()
process.exit(0)

/** The most that the service, and it with the processes that it started, had resident. */
function watchMemory() {
  let own = 0
  let all = 0
  const look = () => {
    const now = memoryOf(service.pid).nowMib
    own = Math.max(own, now)
    all = Math.max(
      all,
      childrenOf(service.pid).reduce((sum, pid) => sum + residentMib(pid), now),
    )
  }
  const timer = setInterval(look, 50)
  return {
    end: async () => {
      clearInterval(timer)
      look()
      return { own, all }
    },
  }
}

function childrenOf(parent) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
}

function residentMib(pid) {
  try {
    return memoryOf(pid).nowMib
  } catch {
    return 0
  }
}

function upload(name, content) {
  return new Promise((resolve, reject) => {
    const sending = request(
      `${service.url}/api/record/photographs/${id}/file`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=edge' },
      },
      async (answer) => {
        let text = ''
        for await (const piece of answer) text += piece
        if (answer.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${name}: ${answer.statusCode} ${text}`))
      },
    )
    sending.on('error', reject)
    sendAll(sending, name, content).catch(reject)
  })
}

async function sendAll(sending, name, content) {
  sending.write(`--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`)
  for await (const piece of content) {
    if (!sending.write(piece)) await new Promise((resolve) => sending.once('drain', resolve))
  }
  sending.end('\r\n--edge--\r\n')
}

async function download(path) {
  const answer = await fetch(service.url + path)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  let bytes = 0
  for await (const piece of answer.body) bytes += piece.length
  return bytes
}

function* noise(bytes) {
  const piece = Buffer.alloc(mebibyte, 'Trowel ')
  for (let left = bytes; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length))
}

/** A picture in three colours, made row by row (PNG, third edition, §5 and §11). */
async function* png(width, height) {
  yield Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  yield chunk('IHDR', header)
  const deflate = createDeflate({ level: 1 })
  const row = Buffer.alloc(1 + 3 * width)
  for (let k = 1; k < row.length; k++) row[k] = (k * 7) & 0xff
  const rows = async () => {
    for (let y = 0; y < height; y++) {
      if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  }
  const writing = rows()
  for await (const piece of deflate) yield chunk('IDAT', piece)
  await writing
  yield chunk('IEND', Buffer.alloc(0))
}

function chunk(type, data) {
  const framed = Buffer.alloc(data.length + 12)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8)
  return framed
}
