import type { AppInfoReply, InfoReply } from '@trowel/contract/info.js'
import type { NewAppBody, NewAppReply, NewAppStatusReply } from '@trowel/contract/new-app.js'
import type { TablesReply } from '@trowel/contract/tables.js'
import type { MigrationsReply, UpgradeReply, UpgradeStatusReply } from '@trowel/contract/upgrade.js'
import type {
  PictureQuery,
  PictureSavedReply,
  ProjectPicture,
  SaveWelcomeBody,
  WelcomeReply,
  WelcomeSavedReply,
} from '@trowel/contract/welcome.js'
import { download } from '../download.js'
import type { CallOptions, Transport, UploadOptions } from '../transport.js'
import { formOf } from './files.js'

/** The service and the application. */
export const infoOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** Version and changelog of the service; also without a session. */
    service: (options?: CallOptions) => send<typeof InfoReply>('GET /api/info', [], options),

    /** The application, and who asks. */
    app: (options?: CallOptions) => send<typeof AppInfoReply>('GET /api/info/app', [], options),

    /** The tables that the caller can read, in their configured order, with his level on each. */
    tables: (options?: CallOptions) => send<typeof TablesReply>('GET /api/tables', [], options),

    /** The same as types for TypeScript, which `createClient<…>()` takes. */
    types: () => download(transport, 'GET /api/types', []),

    /** What the service offers, as an OpenAPI 3.1 document. */
    openApi: (options?: CallOptions) =>
      send<Readonly<Record<string, unknown>>>('GET /api/openapi.json', [], options),

    /** Is the process up? */
    health: (options?: CallOptions) =>
      send<{ status: string }>('GET /healthz', [], { retries: 0, ...options }),

    /**
     * Can it answer: is the database there, and brought up to date? @throws with status 503 while it cannot
     */
    ready: (options?: CallOptions) => send<{ status: string }>('GET /readyz', [], { retries: 0, ...options }),
  }
}

/** What people read when they come in. */
export const welcomeOf = (transport: Transport) => {
  const { send } = transport
  return {
    /** Markdown that may hold HTML: sanitise it before it is shown. */
    read: (options?: CallOptions) => send<typeof WelcomeReply>('GET /api/welcome', [], options),

    /** @param body a `title` or `cover_point` that is left out stays as it is; an empty one is taken away */
    save: (body: SaveWelcomeBody, options?: CallOptions) =>
      send<typeof WelcomeSavedReply>('PUT /api/welcome', [], { body, ...options }),

    /** The logo or the cover of the project, as WebP; `info.app` says under which name, if there is one. */
    picture: (picture: ProjectPicture, query: PictureQuery = {}) =>
      download(transport, 'GET /api/welcome/:picture', [picture], query),

    setPicture: (picture: ProjectPicture, file: File | Blob, options?: UploadOptions) =>
      send<typeof PictureSavedReply>('PUT /api/welcome/:picture', [picture], {
        body: formOf({ file }),
        ...options,
      }),

    removePicture: (picture: ProjectPicture, options?: CallOptions) =>
      send<typeof WelcomeSavedReply>('DELETE /api/welcome/:picture', [picture], options),
  }
}

/** Applications that are made over HTTP. */
export const newAppOf = ({ send }: Transport) => ({
  /** Can an application be made now, and what does it need? */
  status: (options?: CallOptions) => send<typeof NewAppStatusReply>('GET /api/new-app/status', [], options),

  /** @throws `not_allowed_app_create`, `error_app_not_created` with everything that is wrong */
  create: (body: NewAppBody, options?: CallOptions) =>
    send<typeof NewAppReply>('POST /api/new-app', [], { body, ...options }),
})

/** Bringing an application up to date. */
export const upgradesOf = ({ send }: Transport) => ({
  migrations: (options?: CallOptions) => send<typeof MigrationsReply>('GET /api/migrations', [], options),

  /** Do migrations wait? @param query `app` is for those without a session */
  status: (query: { app?: string | undefined } = {}, options?: CallOptions) =>
    send<typeof UpgradeStatusReply>('GET /api/upgrade/status', [], { query, ...options }),

  run: (options?: CallOptions) => send<typeof UpgradeReply>('POST /api/upgrade/minor', [], options),
})
