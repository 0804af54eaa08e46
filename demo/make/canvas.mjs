import { glyphs } from './font.mjs'
import { encodePng } from './png.mjs'

/** A sheet to draw on; colours are `[red, green, blue]` or a function of x and y that answers one. */
export function canvas(width, height, background) {
  const pixels = new Uint8Array(width * height * 3)
  const set = (x, y, colour) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const [r, g, b] = typeof colour === 'function' ? colour(x, y) : colour
    const at = (y * width + x) * 3
    pixels[at] = clamp(r)
    pixels[at + 1] = clamp(g)
    pixels[at + 2] = clamp(b)
  }
  const get = (x, y) => {
    const at = (Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))) * 3
    return [pixels[at], pixels[at + 1], pixels[at + 2]]
  }
  const rectangle = (x, y, w, h, colour) => {
    for (let row = Math.round(y); row < Math.round(y + h); row++) {
      for (let column = Math.round(x); column < Math.round(x + w); column++) set(column, row, colour)
    }
  }
  const polygon = (points, colour) => {
    const ys = points.map(([, y]) => y)
    for (let row = Math.ceil(Math.min(...ys)); row <= Math.max(...ys); row++) {
      const crossings = []
      points.forEach(([x1, y1], index) => {
        const [x2, y2] = points[(index + 1) % points.length]
        if (y1 <= row !== y2 <= row) crossings.push(x1 + ((row - y1) / (y2 - y1)) * (x2 - x1))
      })
      crossings.sort((a, b) => a - b)
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        for (let x = Math.ceil(crossings[k]); x <= crossings[k + 1]; x++) set(x, row, colour)
      }
    }
  }
  const disc = (x, y, radius, colour) => {
    for (let row = Math.floor(y - radius); row <= y + radius; row++) {
      for (let column = Math.floor(x - radius); column <= x + radius; column++) {
        if ((column - x) ** 2 + (row - y) ** 2 <= radius * radius) set(column, row, colour)
      }
    }
  }
  const line = (points, thickness, colour) => {
    for (let k = 0; k + 1 < points.length; k++) {
      const [[x1, y1], [x2, y2]] = [points[k], points[k + 1]]
      const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) * 1.5) || 1
      for (let step = 0; step <= steps; step++) {
        const x = x1 + ((x2 - x1) * step) / steps
        const y = y1 + ((y2 - y1) * step) / steps
        if (thickness <= 1) set(Math.round(x), Math.round(y), colour)
        else disc(x, y, thickness / 2, colour)
      }
    }
  }
  /** Capitals, digits and a few marks, each five dots wide. */
  const text = (words, x, y, size, colour) => {
    ;[...words.toUpperCase()].forEach((character, index) => {
      const rows = glyphs[character] ?? glyphs[' ']
      rows.forEach((bits, row) => {
        for (let column = 0; column < 5; column++) {
          if (bits & (16 >> column))
            rectangle(x + (index * 6 + column) * size, y + row * size, size, size, colour)
        }
      })
    })
  }
  rectangle(0, 0, width, height, background)
  return {
    width,
    height,
    set,
    get,
    rectangle,
    polygon,
    disc,
    line,
    text,
    png: () => encodePng(width, height, pixels),
  }
}

const clamp = (value) => (value < 0 ? 0 : value > 255 ? 255 : value)

/** Smooth noise from 0 to 1: soil, stone, clouds. */
export function noise(random, cell) {
  const size = 64
  const values = Array.from({ length: size * size }, () => random.next())
  const at = (x, y) => values[(((y % size) + size) % size) * size + (((x % size) + size) % size)]
  const ease = (t) => t * t * (3 - 2 * t)
  return (x, y) => {
    const [gx, gy] = [x / cell, y / cell]
    const [ix, iy] = [Math.floor(gx), Math.floor(gy)]
    const [fx, fy] = [ease(gx - ix), ease(gy - iy)]
    const top = at(ix, iy) * (1 - fx) + at(ix + 1, iy) * fx
    const bottom = at(ix, iy + 1) * (1 - fx) + at(ix + 1, iy + 1) * fx
    return top * (1 - fy) + bottom * fy
  }
}

/** A colour that varies as ground does. */
export function ground(random, [r, g, b], strength = 26) {
  const coarse = noise(random, 38)
  const fine = noise(random, 5)
  return (x, y) => {
    const shift = ((coarse(x, y) - 0.5) * 1.4 + (fine(x, y) - 0.5)) * strength
    return [r + shift, g + shift * 0.92, b + shift * 0.8]
  }
}

export const shade = ([r, g, b], factor) => [r * factor, g * factor, b * factor]
