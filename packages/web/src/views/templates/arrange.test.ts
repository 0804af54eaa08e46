import { describe, expect, test } from 'vitest'
import { type Layout, readLayout } from '../../components/layout/layout.js'
import {
  addBlock,
  type Block,
  type Direction,
  isOffered,
  moveBlock,
  onPaper,
  type Place,
  placeBehind,
  placeTowards,
  removeBlock,
  whereIs,
} from './arrange.js'

const field = (name: string, width = '1/3') => ({ field: name, width })

/** Code, trench and type in a row; notes below them; two parts that unfold; photographs. */
const sheet = readLayout({
  sections: [
    { label: 'Identity', content: [field('code'), field('trench'), field('type'), field('notes', '1/1')] },
    { label: '', content: [field('date')] },
    {
      label: 'More',
      type: 'accordion',
      content: [
        { label: 'A', fields: [field('soil')] },
        { label: 'B', fields: [] },
      ],
    },
    { label: '', part: 'images' },
  ],
}) as Layout

const identity = 'stored-0'
const block = (name: string, section = identity): Block => ({ section, field: name })

/** A layout in brief. */
const told = ({ sections }: Layout): string[] =>
  sections.map(({ label, part, items, folds }) =>
    [
      label || part || '-',
      ...items.map((item) => item.field),
      ...folds.map((fold) => `${fold.label}(${fold.items.map((item) => item.field).join(' ')})`),
    ].join(' '),
  )
const stepped = (from: Block, direction: Direction): string[] | undefined => {
  const place = placeTowards(sheet, from, direction)
  return place && told(moveBlock(sheet, from, place).layout)
}
const rest = ['- date', 'More A(soil) B()', 'images']

describe('a field', () => {
  test.each<[string, Block, Direction, string[] | undefined]>([
    ['right', block('code'), 'right', ['Identity trench code type notes', ...rest]],
    ['left, where nothing is before it', block('code'), 'left', undefined],
    ['down to what begins nearest', block('type'), 'down', ['Identity code trench notes type', ...rest]],
    ['up to what begins nearest', block('notes'), 'up', ['Identity notes code trench type', ...rest]],
    [
      'over the end of its section',
      block('notes'),
      'down',
      ['Identity code trench type', '- notes date', 'More A(soil) B()', 'images'],
    ],
    [
      'into a part that unfolds; its own section, which had no heading, goes with it',
      block('date', 'stored-1'),
      'down',
      ['Identity code trench type notes', 'More A(date soil) B()', 'images'],
    ],
    [
      'from part to part',
      block('soil', 'stored-2'),
      'right',
      ['Identity code trench type notes', '- date', 'More A() B(soil)', 'images'],
    ],
  ])('goes %s', (_, from, direction, layout) => {
    expect(stepped(from, direction)).toEqual(layout)
  })

  test('between sections gets one of its own, and says where it is now', () => {
    const { layout, block: moved } = moveBlock(sheet, block('trench'), { between: 4 })
    expect(told(layout)).toEqual(['Identity code type notes', ...rest, '- trench'])
    expect(whereIs(layout, moved)).toMatchObject({ place: 1, total: 1, section: { label: '' } })
  })

  test('is offered until it stands somewhere; then it stands behind what was chosen last', () => {
    const colour = { kind: 'field', field: 'colour', width: '1/2' } as const
    expect([isOffered(sheet, colour), isOffered(sheet, { ...colour, field: 'soil' })]).toEqual([true, false])
    const behind = (chosen: Block | undefined) =>
      told(addBlock(sheet, colour, placeBehind(sheet, colour, chosen)).layout)
    expect(behind(block('code'))).toEqual(['Identity code colour trench type notes', ...rest])
    expect(behind({ section: identity })).toEqual(['Identity code trench type notes colour', ...rest])
    expect(behind(undefined)).toEqual([
      'Identity code trench type notes',
      '- date',
      'More A(soil) B(colour)',
      'images',
    ])
    expect(told(addBlock({ sections: [], rest: {} }, colour, { between: 0 }).layout)).toEqual(['- colour'])
  })
})

describe('a section', () => {
  test.each<[string, string, Direction, Place | undefined]>([
    ['up', 'stored-1', 'up', { between: 0 }],
    ['down', 'stored-1', 'right', { between: 2 }],
    ['not above the first', identity, 'up', undefined],
    ['not below the last', 'stored-3', 'down', undefined],
  ])('goes %s', (_, section, direction, place) => {
    expect(placeTowards(sheet, { section }, direction)).toEqual(place)
  })

  test('is put where it was dropped, and taken away with its fields', () => {
    const { layout } = moveBlock(sheet, { section: 'stored-3' }, { between: 0 })
    expect(told(layout)[0]).toBe('images')
    expect(told(removeBlock(sheet, { section: identity }))).toEqual(rest)
  })

  test('of a part stands once, of text and lines as often as wanted', () => {
    const part = (name: 'images' | 'text' | 'map') =>
      ({ kind: 'section', section: { label: '', kind: 'part', part: name } }) as const
    expect(isOffered(sheet, part('images'))).toBe(false)
    const { layout } = addBlock(sheet, part('text'), { between: 1 })
    expect([isOffered(layout, part('text')), isOffered(layout, part('map'))]).toEqual([true, true])
    expect(placeBehind(sheet, part('text'), block('code'))).toEqual({ between: 1 })
  })

  test('of the logo shares its line with the code that follows it, and with nothing else', () => {
    const parts = ['qr', 'logo', 'text', 'logo'].map((part) => ({ part }))
    const rows = onPaper(readLayout({ sections: parts }) as Layout)
    expect(rows.map((row) => row.map(({ part }) => part))).toEqual([['qr', 'logo'], ['text'], ['logo']])
  })
})
