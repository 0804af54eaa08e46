import { Type } from 'typebox'
import { phrase } from './messages/messages.js'
import { inWords } from './model/in-words.js'
import { PicturePoint } from './picture-marks.js'
import { clearable, type Input, input, line, nullable, object, optional } from './wire/input.js'

export const WelcomeReply = Type.Object({
  status: Type.Literal('success'),
  content: Type.String({
    description: 'Markdown that may hold HTML, as it was written: sanitise it before it is shown',
  }),
})

export const SaveWelcomeBody = Type.Object({
  content: input(
    Type.String({ pattern: '^[^\\0]*$', description: 'at most 65536 characters; may be empty' }),
    (given) => given,
    { words: phrase('must_be_text_without_nul', {}), reason: 'not a text' },
  ),
  title: clearable(line(120), 'what people call the project, 1 to 120 characters'),
  cover_point: clearable(
    PicturePoint,
    'which point of the cover stays in sight where there is no room for all of it: `[0.5, 0.5]` is the middle',
  ),
  before: nullable(
    object(),
    'content, title and cover_point as the caller saw them: refused where one of them is something else now, and not what is sent',
  ),
})
export type SaveWelcomeBody = Input<typeof SaveWelcomeBody>

export const WelcomeSavedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save'),
})

/** The pictures of a project and the widths, in pixels, in which each is kept; the first is the usual one. */
export const projectPictures = { logo: [256], cover: [1600, 800] } as const
export type ProjectPicture = keyof typeof projectPictures

const pictures = Object.keys(projectPictures) as ProjectPicture[]
const widths = [...new Set(Object.values(projectPictures).flat())]

export const PictureParams = Type.Object({
  picture: input(Type.Enum(pictures), (given) => given, { code: 'not_found', sentence: 'no_such_picture' }),
})

export const PictureQuery = Type.Object({
  w: optional(
    input(
      Type.Union([Type.Enum(widths), Type.Enum(widths.map(String))]),
      (given) => widths.find((width) => width === Number(given)),
      { words: phrase('must_be_one_of', { values: widths.join(', ') }) },
    ),
    `how many pixels wide: ${inWords(widths, 'or')}`,
  ),
})
export type PictureQuery = Input<typeof PictureQuery>

export const PictureSavedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_save'),
  name: Type.String({ description: 'as `GET /api/info/app` gives it' }),
})
