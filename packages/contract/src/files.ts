import Type, { type Static } from 'typebox'
import { phrase } from './messages/messages.js'
import { inWords } from './model/in-words.js'
import { pictureWidths } from './model/picture-widths.js'
import { MarksBefore, MarksInput, PictureMark, PixelsPerCm } from './picture-marks.js'
import {
  anyId,
  clearable,
  flag,
  type Input,
  idList,
  input,
  optional,
  paging,
  pathId,
  sought,
  text,
  wholeNumber,
} from './wire/input.js'

const textOrNull = Type.Union([Type.String(), Type.Null()])
const number = Type.Union([Type.Number(), Type.Null()])
const pixels = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description })

/** A file as every operation shows it. */
export const FileObject = Type.Object({
  id: Type.Integer(),
  ext: Type.String({ description: 'lower case, without dot; follows the bytes, not the name' }),
  filename: Type.String({ description: 'the name it came with, without extension' }),
  description: textOrNull,
  keywords: textOrNull,
  printable: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'false: a picture that is left out of print',
  }),
  is_image: Type.Boolean(),
  width: pixels('of a picture as it is shown, upright; null where it is not known'),
  height: pixels('likewise'),
  pixels_per_cm: Type.Union([Type.Number(), Type.Null()], {
    description:
      'how many pixels of the picture are a centimetre of what it shows; null where nobody said it',
  }),
  marks: Type.Array(PictureMark, { description: 'what people drew on it, the last one on top' }),
  url: Type.String({
    description: 'where the bytes are, relative to the service; opens this file for one to two hours',
  }),
})
export type FileObject = Static<typeof FileObject>

/** A file in the section `files` of a record. */
export const RecordFile = Type.Intersect([
  FileObject,
  Type.Object({
    link_id: Type.Integer(),
    link_sort: Type.Union([Type.Integer(), Type.Null()]),
    creator: Type.Union([Type.Integer(), Type.Null()]),
  }),
])
export type RecordFile = Static<typeof RecordFile>

const { marks: _marks, ...ofPicture } = FileObject.properties

/** The first picture of a record in a list of records. */
export const FirstPicture = Type.Object({
  ...ofPicture,
  count: Type.Integer({ description: 'how many pictures the record has' }),
})
export type FirstPicture = Static<typeof FirstPicture>

/** A file in the list of all files. */
export const ListedFile = Type.Object({
  ...FileObject.properties,
  links: Type.Array(
    Type.Object({
      tb: Type.String(),
      record_id: Type.Integer(),
      link_id: Type.Integer(),
      label: Type.String({ description: 'what the record is called' }),
    }),
    { description: 'records that the caller sees' },
  ),
})
export type ListedFile = Static<typeof ListedFile>

export const FileParams = Type.Object({ id: pathId() })
export const FileIdParams = Type.Object({ fileId: pathId() })
export const FileLinkParams = Type.Object({ linkId: pathId() })
export const StaticFileParams = Type.Object({
  app: Type.String({ description: 'name of the application' }),
  id: pathId(),
  ext: Type.String({ description: 'must be that of the file, in any case' }),
})

export const FileListQuery = Type.Object({
  ...paging(100, 25),
  per_page: optional(wholeNumber(), '5 to 100; default 25'),
  id: optional(wholeNumber(), 'only this file'),
  orphans_only: optional(
    flag({ words: phrase('must_be_one_or_zero', {}) }),
    '`1`: only files that belong to no record',
  ),
  images_only: optional(
    flag({ words: phrase('must_be_one_or_zero', {}) }),
    '`1`: only files that pages show as pictures',
  ),
  search: optional(sought(), 'part of name, extension, description or keywords; or an id'),
})
export type FileListQuery = Input<typeof FileListQuery>

export const FileListReply = Type.Object({
  status: Type.Literal('success'),
  total: Type.Integer(),
  page: Type.Integer(),
  per_page: Type.Integer(),
  files: Type.Array(ListedFile),
})

export const FileContentQuery = Type.Object({
  t: Type.Optional(text({ description: 'the signed token of a file’s `url`, instead of a bearer token' })),
  download: optional(flag(), '`1`: to be saved, not shown'),
  w: optional(
    input(
      Type.Union([Type.Enum([...pictureWidths]), Type.Enum(pictureWidths.map(String))]),
      (given) => pictureWidths.find((width) => width === Number(given)),
      { words: phrase('must_be_one_of', { values: pictureWidths.join(', ') }) },
    ),
    `a smaller copy of a picture, as WebP, this many pixels wide: ${inWords(pictureWidths, 'or')}`,
  ),
})
export type FileContentQuery = Input<typeof FileContentQuery>

export const LinkFileBody = Type.Object({
  fileId: anyId({ description: 'id of the file', words: phrase('must_be_id_of_file', {}) }),
})
export const FileOrderBody = Type.Object({
  order: idList({
    description: 'ids of the links of one record, first to last',
    maxItems: 10_000,
    words: phrase('must_be_ids_of_links', {}),
    missing: phrase('order_lists_links', {}),
  }),
})

/** What people write about a file. */
export const FileFacts = Type.Object({
  description: clearable(text(), 'at most 2000 characters'),
  keywords: clearable(text(), 'at most 2000 characters'),
  printable: clearable(flag(), 'false: a picture that is left out of print'),
  pixels_per_cm: PixelsPerCm,
  marks: MarksInput,
  marks_before: MarksBefore,
})
export type FileFacts = Input<typeof FileFacts>

/** The answer to a change that has nothing else to tell. */
export const fileReply = <Code extends string>(code: Code) =>
  Type.Object({ status: Type.Literal('success'), code: Type.Literal(code) })

export const FileLinkedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Union([Type.Literal('ok_file_uploaded'), Type.Literal('ok_file_linked')]),
  file: RecordFile,
})

/** A file that waits for the record that is being written. */
export const FileStagedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_file_staged'),
  upload: Type.String({ description: 'goes under `uploads` when the record is made, within an hour' }),
  file: Type.Object({
    ext: Type.String(),
    filename: Type.String(),
    is_image: Type.Boolean(),
    width: pixels('of a picture as it is shown, upright'),
    height: pixels('likewise'),
    size: Type.Integer({ description: 'in bytes, as it is kept' }),
  }),
})

export const FileReplacedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('ok_file_replaced'),
  ext: Type.String(),
  filename: Type.String(),
  is_image: Type.Boolean(),
  url: Type.String({ description: 'the new address; the old one no longer opens the file' }),
  marks_removed: Type.Boolean({
    description: 'marks and scale were taken away: they did not fit a picture of other proportions',
  }),
})

/** What a camera wrote into a picture. It is offered, not vouched for. */
export const FileMetadata = Type.Object({
  width: number,
  height: number,
  taken_at: Type.Union([Type.String(), Type.Null()], {
    description: '`YYYY-MM-DDTHH:MM:SS`, by the clock of the camera',
  }),
  utc_offset: Type.Union([Type.String(), Type.Null()], { description: 'of that clock, such as `+02:00`' }),
  camera_make: textOrNull,
  camera_model: textOrNull,
  lens: textOrNull,
  author: textOrNull,
  copyright: textOrNull,
  position: Type.Union([
    Type.Object({
      latitude: Type.Number({ description: 'degrees, WGS 84' }),
      longitude: Type.Number(),
      altitude: number,
      geometry: Type.String({ description: 'the same as map data takes it: `POINT (13.6 45.7)`' }),
    }),
    Type.Null(),
  ]),
})
export type FileMetadata = Static<typeof FileMetadata>

export const FileMetadataReply = Type.Object({ status: Type.Literal('success'), metadata: FileMetadata })
