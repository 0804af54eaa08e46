import { type Static, Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { clearable, input } from './wire/input.js'

/** What people draw on a picture: how many points each kind has, and what else it needs. */
export const markKinds: Readonly<
  Record<MarkKind, { readonly min: number; readonly max: number; readonly needs?: 'text' | 'number' }>
> = {
  arrow: { min: 2, max: 2 },
  line: { min: 2, max: 2 },
  rectangle: { min: 2, max: 2 },
  ellipse: { min: 2, max: 2 },
  free: { min: 2, max: 1000 },
  text: { min: 1, max: 1, needs: 'text' },
  number: { min: 1, max: 1, needs: 'number' },
}
const kindNames = ['arrow', 'line', 'rectangle', 'ellipse', 'free', 'text', 'number'] as const
export type MarkKind = (typeof kindNames)[number]

/** How thick a mark is drawn, and how large its letters are. */
export const markSizes = ['small', 'medium', 'large'] as const
export type MarkSize = (typeof markSizes)[number]

export const maxMarks = 200
export const maxMarkText = 200
const maxMarkNumber = 9999
const maxKibibytes = 64

const Part = Type.Number({ minimum: 0, maximum: 1 })

/** Something drawn on a picture. */
export const PictureMark = Type.Object({
  kind: Type.Enum([...kindNames]),
  points: Type.Array(Type.Tuple([Part, Part]), {
    description: 'from the upper left corner, as parts of width and height: `[0.5, 0.5]` is the middle',
  }),
  colour: Type.String({ description: 'such as `#d6336c`' }),
  size: Type.Enum([...markSizes]),
  text: Type.Optional(Type.String({ description: 'what is written there; of a numbered point, what it is' })),
  number: Type.Optional(Type.Integer({ description: 'of a numbered point' })),
})
export type PictureMark = Static<typeof PictureMark>

/** From the upper left corner, as parts of width and height. */
export const PicturePoint = input(Type.Tuple([Part, Part]), (given): PicturePoint => given, {
  words: phrase('must_be_point', {}),
})
export type PicturePoint = [x: number, y: number]

const MarkSent = Type.Object(
  {
    kind: input(Type.Enum([...kindNames]), (given) => given, {
      words: phrase('must_be_one_of', { values: kindNames.join(', ') }),
    }),
    points: input(Type.Array(PicturePoint, { minItems: 1, maxItems: markKinds.free.max }), (given) => given, {
      words: phrase('must_be_points', { most: markKinds.free.max }),
    }),
    colour: input(Type.String({ pattern: '^#[0-9a-f]{6}$' }), (given) => given, {
      words: phrase('must_be_colour', {}),
    }),
    size: Type.Optional(
      input(Type.Enum([...markSizes]), (given) => given, {
        words: phrase('must_be_one_of', { values: markSizes.join(', ') }),
      }),
    ),
    text: Type.Optional(
      input(Type.Refine(Type.String(), isWritable), (given) => given, {
        words: phrase('must_be_text_of_at_most', { most: maxMarkText }),
      }),
    ),
    number: Type.Optional(
      input(Type.Integer({ minimum: 0, maximum: maxMarkNumber }), (given) => given, {
        words: phrase('must_be_number_to', { most: maxMarkNumber }),
      }),
    ),
  },
  { additionalProperties: true },
)
type MarkSent = Static<typeof MarkSent>

function isWritable(given: string): boolean {
  return [...given].length <= maxMarkText && !/[\p{Cc}\p{Cs}]/u.test(given)
}

function isWhole({ kind, points, text, number }: MarkSent): boolean {
  const { min, max, needs } = markKinds[kind]
  if (points.length < min || points.length > max) return false
  return needs === 'text' ? Boolean(text?.trim()) : needs === undefined || number !== undefined
}

/** A hundred-thousandth of a picture is less than people can point at. */
const rounded = (part: number): number => Math.round(part * 1e5) / 1e5

const read = ({ kind, points, colour, size = 'medium', text, number }: MarkSent): PictureMark => ({
  kind,
  points: points.map(([x, y]) => [rounded(x), rounded(y)]),
  colour,
  size,
  ...(text?.trim() && { text: text.trim() }),
  ...(number !== undefined && { number }),
})

const Marks = Type.Array(
  input(Type.Refine(MarkSent, isWhole), read, { words: phrase('must_be_whole_mark', {}) }),
  { maxItems: maxMarks },
)

const isShort = (marks: unknown): boolean => JSON.stringify(marks).length <= maxKibibytes * 1024

const marksInput = (description: string) =>
  clearable(
    input(Type.Refine(Marks, isShort), (given): readonly PictureMark[] => given as PictureMark[], {
      words: (given) =>
        !Array.isArray(given)
          ? phrase('is_no_list', {})
          : given.length > maxMarks
            ? phrase('has_too_many_entries', { most: maxMarks })
            : phrase('is_larger_than_kibibytes', { most: maxKibibytes }),
    }),
    description,
  )

/** What takes the place of the marks that a picture has. */
export const MarksInput = marksInput(
  `what is drawn on a picture, in place of what was: at most ${maxMarks} marks, ${maxKibibytes} KiB`,
)

/** What a user saw who goes on drawing. */
export const MarksBefore = marksInput('what was drawn there: refused where there is something else now')

/** How many pixels of a picture, as it is shown, are a centimetre of what it shows. */
export const PixelsPerCm = clearable(
  input(Type.Number({ minimum: 1e-4, maximum: 1e6 }), (given) => given, {
    words: phrase('must_be_scale', {}),
  }),
  'of a picture, as it is shown: 0.0001 to 1,000,000; `null`: not known',
)
