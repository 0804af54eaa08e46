import { Type } from 'typebox'

export const WidgetsReply = Type.Object({
  status: Type.Literal('success'),
  widgets: Type.Array(Type.String(), { description: 'names, sorted' }),
})

export const WidgetParams = Type.Object({ name: Type.String({ description: 'name of the widget' }) })
