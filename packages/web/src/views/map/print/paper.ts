import { mmPerPixel } from '../../../components/map/scale.js'

/** Millimetres, the shorter side first. */
const sides = { A4: [210, 297], A3: [297, 420] } as const

export const papers = ['A4', 'A3'] as const
export const directions = ['landscape', 'portrait'] as const

export interface PageForm {
  readonly paper: (typeof papers)[number]
  readonly direction: (typeof directions)[number]
}

/** Width and height in pixels of the page. */
type Size = readonly [number, number]

const inPixels = (width: number, height: number): Size => [width / mmPerPixel, height / mmPerPixel]

export function sizeOf({ paper, direction }: PageForm): Size {
  const [short, long] = sides[paper]
  return direction === 'portrait' ? inPixels(short, long) : inPixels(long, short)
}

/** About so much of a sheet is the map; the words lie beside or below it. */
export function frameOf(form: PageForm): Size {
  const [width, height] = sizeOf(form)
  const [beside, below] = form.direction === 'portrait' ? inPixels(24, 84) : inPixels(84, 24)
  return [width - beside, height - below]
}
