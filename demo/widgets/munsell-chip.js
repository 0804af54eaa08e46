// A chip in the colour of a Munsell notation, such as "10YR 4/3 brown", in front of its text.

/** The middle of each hue family on the circle of 100 steps, 5R at 5. */
const families = ['R', 'YR', 'Y', 'GY', 'G', 'BG', 'B', 'PB', 'P', 'RP']

/**
 * CIELAB lightness and an approximate hue angle and chroma. Munsell value is close to a tenth of L*; a step of chroma is about 5.5
 * in C*ab. Good enough to tell soils apart on a screen, not to read them by.
 */
export function colourOf(text) {
  const found =
    /^\s*(\d+(?:\.\d+)?)\s*(YR|GY|BG|PB|RP|R|Y|G|B|P)\s*(\d+(?:\.\d+)?)\s*\/\s*(\d+(?:\.\d+)?)/i.exec(text)
  if (!found) return undefined
  const [, step, family, value, chroma] = found
  const hue = families.indexOf(family.toUpperCase()) * 10 + Number(step)
  const angle = ((hue * 3.6 + 10) * Math.PI) / 180
  const strength = Number(chroma) * 5.5
  return toRgb(Math.min(100, Number(value) * 10), strength * Math.cos(angle), strength * Math.sin(angle))
}

/** CIELAB (D65) as sRGB, IEC 61966-2-1. */
function toRgb(lightness, a, b) {
  const y = (lightness + 16) / 116
  const back = (t) => (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29))
  const x = 0.9505 * back(y + a / 500)
  const z = 1.089 * back(y - b / 200)
  const light = [
    3.2406 * x - 1.5372 * back(y) - 0.4986 * z,
    -0.9689 * x + 1.8758 * back(y) + 0.0415 * z,
    0.0557 * x - 0.204 * back(y) + 1.057 * z,
  ]
  const encoded = light.map((one) => (one <= 0.0031308 ? 12.92 * one : 1.055 * one ** (1 / 2.4) - 0.055))
  return `rgb(${encoded.map((one) => Math.round(255 * Math.min(1, Math.max(0, one)))).join(' ')})`
}

export default {
  mount(container, value) {
    container.replaceChildren()
    const colour = colourOf(value)
    if (colour) {
      const chip = document.createElement('span')
      chip.setAttribute('aria-hidden', 'true')
      Object.assign(chip.style, {
        display: 'inline-block',
        width: '1.1em',
        height: '1.1em',
        marginInlineEnd: '0.5em',
        verticalAlign: '-0.2em',
        border: '1px solid rgb(0 0 0 / 0.35)',
        borderRadius: '2px',
        backgroundColor: colour,
      })
      container.append(chip)
    }
    container.append(value)
  },
  unmount(container) {
    container.replaceChildren()
  },
}
