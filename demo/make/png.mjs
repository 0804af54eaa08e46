import { crc32, deflateSync } from 'node:zlib'

/**
 * A picture as PNG with a palette (W3C PNG, third edition, §11): at most 256 colours, the commonest ones
 * kept.
 *
 * @param pixels red, green, blue of each pixel from the top left on
 */
export function encodePng(width, height, pixels) {
  const { palette, indexes } = reduceColours(pixels, 160)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++) {
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette)),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length, 0)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Groups of colours that differ little (32 steps a channel); the rare groups take the nearest common one. */
function reduceColours(pixels, most) {
  const groups = new Map()
  for (let at = 0; at < pixels.length; at += 3) {
    const key = groupOf(pixels, at)
    const group = groups.get(key) ?? { key, count: 0, r: 0, g: 0, b: 0 }
    group.count++
    group.r += pixels[at]
    group.g += pixels[at + 1]
    group.b += pixels[at + 2]
    groups.set(key, group)
  }
  const common = [...groups.values()].sort((a, b) => b.count - a.count || a.key - b.key).slice(0, most)
  const colours = common.map(({ count, r, g, b }) => [r / count, g / count, b / count].map(Math.round))
  const indexOf = new Map(common.map(({ key }, index) => [key, index]))
  for (const { key, count, r, g, b } of groups.values()) {
    if (!indexOf.has(key)) indexOf.set(key, nearest(colours, [r / count, g / count, b / count]))
  }
  const indexes = new Uint8Array(pixels.length / 3)
  for (let at = 0; at < pixels.length; at += 3) indexes[at / 3] = indexOf.get(groupOf(pixels, at))
  return { palette: colours.flat(), indexes }
}

const groupOf = (pixels, at) =>
  ((pixels[at] >> 3) << 10) | ((pixels[at + 1] >> 3) << 5) | (pixels[at + 2] >> 3)

function nearest(colours, [r, g, b]) {
  let best = 0
  let smallest = Number.POSITIVE_INFINITY
  colours.forEach((colour, index) => {
    const distance = (colour[0] - r) ** 2 + (colour[1] - g) ** 2 + (colour[2] - b) ** 2
    if (distance < smallest) {
      smallest = distance
      best = index
    }
  })
  return best
}
