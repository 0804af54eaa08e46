import { type Static, Type } from 'typebox'

const success = Type.Literal('success')

/** Parts of a line that an item of a layout may take. */
export const layoutWidths = ['1/1', '1/2', '1/3', '2/3', '1/4', '3/4'] as const
export type LayoutWidth = (typeof layoutWidths)[number]

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

/** `{sections: […]}`; keys that the service does not know are kept. */
export const TemplateBody = Type.Unknown({ description: 'the layout' })

export const TemplateRenameBody = Type.Object(
  {
    new_name: Type.Optional(Type.Unknown({ description: 'the name that it gets' })),
    new: Type.Optional(Type.Unknown({ description: 'the same, as older clients send it' })),
  },
  { additionalProperties: true },
)

export const templateChanges = ['template_saved', 'template_deleted', 'template_renamed'] as const
export const TemplateChangedReply = Type.Object({
  status: success,
  code: Type.Enum([...templateChanges]),
})
