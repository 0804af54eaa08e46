import { applicationName } from './stored-data.js'

export const account = { email: 'digger@dig.example', password: 'a trowel and a bucket' }

/** The body of an answer: its keys are known to those who asked. */
type Body = ReturnType<typeof JSON.parse>

export interface Answer {
  readonly status: number
  readonly body: Body
  readonly etag: string | undefined
  readonly retryAfter: string | undefined
}

/** A super-administrator at one node of the service. */
export interface Session {
  /** Of the node. */
  readonly url: string
  readonly token: string | undefined
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** Sends a form with a file. */
  upload(path: string, form: FormData): Promise<Answer>
  /** The body of an answer that must be a success. */
  must(method: string, path: string, body?: unknown): Promise<Body>
}

/** @throws when the service answers no more: whether the request was carried out is then unknown */
export function sessionAt(url: string, token?: string): Session {
  const send = async (path: string, { headers, ...request }: RequestInit): Promise<Answer> => {
    const reply = await fetch(url + path, {
      ...request,
      headers: {
        ...(headers as object),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
    })
    const [etag, retryAfter] = ['etag', 'retry-after'].map((name) => reply.headers.get(name) ?? undefined)
    return { status: reply.status, body: await reply.json(), etag, retryAfter }
  }
  const ask: Session['ask'] = (method, path, body, headers = {}) =>
    send(path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    url,
    token,
    ask,
    upload: (path, form) => send(path, { method: 'POST', body: form }),
    must: async (method, path, body) => {
      const answer = await ask(method, path, body)
      if (answer.status !== 200) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      return answer.body
    },
  }
}

export async function logIn(url: string): Promise<Session> {
  const { token } = await sessionAt(url).must('POST', '/api/auth/login', { ...account, app: applicationName })
  return sessionAt(url, token)
}

const tables = [
  { name: 'contexts', label: 'Contexts', rs: 1, geodata: 1 },
  { name: 'samples', label: 'Samples', is_plugin: '1', plugin_of: 'contexts' },
]

const fields = {
  contexts: [
    { name: 'ctx_no', type: 'text', db_type: 'TEXT', check: ['not_empty', 'no_dupl'] },
    { name: 'notes', type: 'long_text', db_type: 'TEXT' },
    { name: 'count_of', type: 'text', db_type: 'INTEGER' },
  ],
  samples: [
    { name: 'lab', type: 'text', db_type: 'TEXT', check: ['no_dupl'] },
    { name: 'litres', type: 'text', db_type: 'INTEGER' },
  ],
}

/** Makes the application with contexts and their samples, and logs in. */
export async function makeApplication(url: string, engine: string): Promise<Session> {
  const form = { name: applicationName, definition: 'A dig that bears a lot', ...account, db_engine: engine }
  await sessionAt(url).must('POST', '/api/new-app', form)
  const session = await logIn(url)
  for (const table of tables) await session.must('POST', '/api/config/tables', table)
  for (const [table, list] of Object.entries(fields)) {
    for (const field of list) {
      await session.must('POST', `/api/config/table/${table}/field`, { label: field.name, ...field })
    }
  }
  return session
}
