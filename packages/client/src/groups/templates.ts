import type {
  Layout,
  TemplateChangedReply,
  TemplatesOfTableReply,
  TemplateTablesReply,
} from '@trowel/contract/templates.js'
import type { WidgetsReply } from '@trowel/contract/widgets.js'
import { download } from '../download.js'
import type { CallOptions, Transport } from '../transport.js'

/** Layouts of records. For super-administrators. */
export const templatesOf = ({ send }: Transport) => ({
  /** Tables that can have templates. */
  tables: (options?: CallOptions) => send<typeof TemplateTablesReply>('GET /api/templates', [], options),

  /** Templates of a table, and what they can show. */
  list: (tb: string, options?: CallOptions) =>
    send<typeof TemplatesOfTableReply>('GET /api/templates/:tb', [tb], options),

  read: (tb: string, name: string, options?: CallOptions) =>
    send<{ status: 'success'; template: Layout }>('GET /api/template/:tb/:name', [tb, name], options),

  /** Makes or replaces a template. @throws `template_validation_failed`: `errors` has the places */
  save: (tb: string, name: string, body: Layout, options?: CallOptions) =>
    send<typeof TemplateChangedReply>('POST /api/template/:tb/:name', [tb, name], { body, ...options }),

  rename: (tb: string, name: string, newName: string, options?: CallOptions) =>
    send<typeof TemplateChangedReply>('POST /api/template/:tb/:name/rename', [tb, name], {
      body: { new_name: newName },
      ...options,
    }),

  remove: (tb: string, name: string, options?: CallOptions) =>
    send<typeof TemplateChangedReply>('DELETE /api/template/:tb/:name', [tb, name], options),
})

/** Small programs that show a field in their own way. */
export const widgetsOf = (transport: Transport) => ({
  list: (options?: CallOptions) => transport.send<typeof WidgetsReply>('GET /api/widgets', [], options),

  /** The program itself. */
  read: (name: string) => download(transport, 'GET /api/widget/:name', [name]),
})
