import Type, { type Static } from 'typebox'

const text = Type.Union([Type.String(), Type.Null()])

/** A file as every operation shows it. */
export const FileObject = Type.Object({
  id: Type.Integer(),
  ext: Type.String({ description: 'lower case, without dot; follows the bytes, not the name' }),
  filename: Type.String({ description: 'the name it came with, without extension' }),
  description: text,
  keywords: text,
  printable: Type.Union([Type.Boolean(), Type.Null()]),
  is_image: Type.Boolean(),
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

export const FileParams = Type.Object({ id: Type.String() })

export const FileContentQuery = Type.Object({
  t: Type.Optional(
    Type.String({ description: 'the signed token of a file’s `url`, instead of a bearer token' }),
  ),
  download: Type.Optional(Type.String({ description: '`1`: to be saved, not shown' })),
})
