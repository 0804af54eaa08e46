import { type Static, Type } from 'typebox'
import { type Input, input, optional, readByService, text } from './wire/input.js'

const success = Type.Literal('success')

/** Parts of a line that an item of a layout may take. */
export const layoutWidths = ['1/1', '1/2', '1/3', '2/3', '1/4', '3/4'] as const
export type LayoutWidth = (typeof layoutWidths)[number]

/** What hangs from a record besides its fields and rows, in the order in which paper has it. */
export const dependentParts = ['sequence', 'map', 'images', 'links', 'bibliography'] as const
export type DependentPart = (typeof dependentParts)[number]
/** What a section can hold in place of fields. */
export const layoutParts = ['logo', 'qr', 'text', 'line', ...dependentParts] as const
export type LayoutPart = (typeof layoutParts)[number]
/** Parts of which a layout may have several. */
export const repeatedParts: ReadonlySet<LayoutPart> = new Set(['text', 'line'])
export const isLayoutPart = (value: unknown): value is LayoutPart =>
  layoutParts.some((part) => part === value)

export const TemplateTableParams = Type.Object({ tb: Type.String({ description: 'name of the table' }) })
export const TemplateParams = Type.Object({
  tb: Type.String({ description: 'name of the table' }),
  name: Type.String({ description: 'name of the template' }),
})

export const TemplateTable = Type.Object({
  tb: Type.String(),
  label: Type.String(),
  stripped: Type.String({ description: 'the same as `tb`' }),
  templates: Type.Integer({ description: 'how many it has' }),
})
export type TemplateTable = Static<typeof TemplateTable>

export const TemplateTablesReply = Type.Object({ status: success, tables: Type.Array(TemplateTable) })

export const TemplatesOfTable = Type.Object({
  templates: Type.Array(Type.String(), { description: 'names, sorted' }),
  fields: Type.Array(Type.Object({ name: Type.String(), label: Type.String() })),
  plugins: Type.Array(Type.Object({ tb: Type.String(), label: Type.String() })),
})
export type TemplatesOfTable = Static<typeof TemplatesOfTable>

export const TemplatesOfTableReply = Type.Object({ status: success, ...TemplatesOfTable.properties })

export const TemplateNamesReply = Type.Object({ status: success, templates: Type.Array(Type.String()) })

type PlacedField = { readonly field: string; readonly width?: LayoutWidth | undefined }

type Section = {
  readonly label?: string | undefined
  readonly collapsible?: boolean | undefined
  readonly collapsed?: boolean | undefined
  /** A plugin table, whose columns the content lists. */
  readonly plugin?: string | null | undefined
  /** In place of fields; then the content is empty. */
  readonly part?: LayoutPart | null | undefined
  /** Of photographs: how wide each of them is. */
  readonly width?: LayoutWidth | undefined
  /** Of the part `text`: what it says, on every record. */
  readonly text?: string | undefined
  readonly type?: string | undefined
  /** Fields in their order; of a section of the type `accordion`, its folds. */
  readonly content: readonly (
    | PlacedField
    | { readonly label: string; readonly open?: boolean; readonly fields: readonly PlacedField[] }
  )[]
}

/** In which order and width the fields of a record stand on screen and paper; unknown keys are kept. */
export type Layout = {
  readonly sections: readonly Section[]
  readonly [more: string]: unknown
}

/** Which layout a record is shown with. */
export const TemplateQuery = Type.Object(
  { template: Type.Optional(text({ description: 'name of a layout' })) },
  { additionalProperties: true },
)

export const TemplateBody = readByService<Layout>('the layout: {sections: […]}; unknown keys are kept')

const templateName = /^[A-Za-z0-9_-]{1,64}$/
export const isTemplateName = (name: string): boolean => templateName.test(name)

const newName = input(Type.String({ pattern: templateName.source }), (given) => given, {
  code: 'invalid_template_name',
  problem: 'invalid_template_name',
})

export const TemplateRenameBody = Type.Object(
  {
    new_name: optional(newName, 'the name that it gets'),
    new: optional(newName, 'the same, as older clients send it'),
  },
  { additionalProperties: true },
)
export type TemplateRenameBody = Input<typeof TemplateRenameBody>

export const templateChanges = ['template_saved', 'template_deleted', 'template_renamed'] as const
export const TemplateChangedReply = Type.Object({
  status: success,
  code: Type.Enum([...templateChanges]),
})
