import { nameSize } from './style.js'
import { textWidth } from './text.js'
import { xmlText } from './xml-text.js'

export interface LegendFacts {
  readonly table: string
  readonly date: string
  readonly isReduced: boolean
  readonly units: number
  readonly inFilter: number
  readonly relations: number
  readonly groups: number
  readonly levels: number
  readonly isolated: number
  /** What the units of each loop are called. */
  readonly loops: readonly (readonly string[])[]
  readonly hasWrongLines: boolean
  readonly hasDates: boolean
}

export interface Legend {
  readonly title: string
  readonly summary: string
  readonly svg: string
  /** Where the drawing begins. */
  readonly height: number
}

const left = 18
const sampleWidth = 30
const rowHeight = 24
const maxLoops = 6

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Title, counts, the loops by name, and what the signs mean: only those that occur. */
export function drawLegend(facts: LegendFacts, width: number): Legend {
  const title = `Harris matrix: ${facts.table}`
  const summary = [
    facts.inFilter === facts.units
      ? counted(facts.units, 'unit')
      : `${facts.inFilter.toLocaleString('en')} of ${counted(facts.units, 'unit')} match the filter`,
    counted(facts.relations, 'relation') + (facts.isReduced ? ' (those that others imply left out)' : ''),
    counted(facts.levels, 'level'),
    facts.date,
  ].join(' · ')
  const parts = [
    `<text class="hm-heading" x="${left}" y="36">${xmlText(title)}</text>`,
    `<text class="hm-quiet" x="${left}" y="58">${xmlText(summary)}</text>`,
  ]
  let y = 82
  for (const loop of facts.loops.slice(0, maxLoops)) {
    const names = [...loop, loop[0] ?? ''].map((name) => (name.length > 24 ? `${name.slice(0, 23)}…` : name))
    const text = names.length > 12 ? [...names.slice(0, 10), '…', names.at(-1)] : names
    parts.push(`<text class="hm-wrong" x="${left}" y="${y}">${xmlText(`Loop: ${text.join(' → ')}`)}</text>`)
    y += 18
  }
  if (facts.loops.length > maxLoops) {
    const more = `and ${counted(facts.loops.length - maxLoops, 'more loop')}`
    parts.push(`<text class="hm-wrong" x="${left}" y="${y}">${more}</text>`)
    y += 18
  }
  let x = left
  for (const [sample, text] of signs(facts)) {
    const room = sampleWidth + 8 + textWidth(text, nameSize) + 22
    if (x > left && x + room > width) [x, y] = [left, y + rowHeight]
    parts.push(
      `<g transform="translate(${x} ${y})">${sample}<text class="hm-quiet" x="${sampleWidth + 8}" y="4">${xmlText(text)}</text></g>`,
    )
    x += room
  }
  return { title, summary, svg: `<g class="hm-legend">${parts.join('')}</g>`, height: y + 38 }
}

const sampleBox = (classes: string): string =>
  `<g class="hm-box ${classes}"><rect y="-8" width="${sampleWidth}" height="16" rx="2"/></g>`

function signs(facts: LegendFacts): [sample: string, text: string][] {
  const signs: [string, string | false][] = [
    [`<path class="hm-line" d="M${sampleWidth / 2} -8V8"/>`, 'from the newer unit above to the older below'],
    [sampleBox('hm-group'), facts.groups > 0 && 'units that are the same, or bound to each other'],
    [sampleBox('hm-pale'), facts.inFilter < facts.units && 'outside the filter'],
    [
      `<path class="hm-line hm-loop" d="M0 0H${sampleWidth}" marker-end="url(#hm-arrow)"/>`,
      (facts.loops.length > 0 || facts.hasWrongLines) && 'loop: the arrow points to the older unit',
    ],
    [
      `<text class="hm-level hm-quiet" x="${sampleWidth - 6}" y="4">1</text>`,
      facts.levels > 0 &&
        (facts.loops.length > 0 || facts.hasWrongLines
          ? 'layer of the drawing'
          : 'level, counted from the latest'),
    ],
    [
      `<text class="hm-date hm-quiet" font-size="9.5" x="0" y="4">c3 BCE</text>`,
      facts.hasDates && 'date of the unit',
    ],
  ]
  return signs.filter((sign): sign is [string, string] => sign[1] !== false)
}
