import { isObject, type JsonObject } from '@trowel/contract/json.js'
import { isSuperAdmin } from '../../access/global-level.js'
import { creatorId } from '../../access/principal.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import type { SqlValue } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'
import type { SavedKind, SavedThing } from './saved-kind.js'
import { deleteThing, selectThing, selectThings, updateThing } from './store.js'

/** The caller's own things of a kind and those that are shared, by id. */
export const listThings = <Row extends SavedThing>(scope: RequestScope, kind: SavedKind): Promise<Row[]> =>
  selectThings<Row>(scope.db.quick, kind, creatorId(scope.principal))

/** Routes that keep something ask for a person before they look at what it is. */
export const ownedByPerson = {
  preValidation: async ({ scope }: { readonly scope: RequestScope }) => {
    requirePerson(scope)
  },
}

/** Whose a new thing is. @throws `session_required` for a caller who is no person and cannot own it */
function requirePerson({ principal }: RequestScope): number {
  const owner = creatorId(principal)
  if (owner === null) throw new AppError('session_required')
  return owner
}

type Columns = Readonly<Record<string, SqlValue>>

/** Keeps a thing for the caller alone. @throws `session_required` */
export async function saveThing<Values extends Columns>(
  scope: RequestScope,
  kind: SavedKind,
  values: Values & { readonly name: string },
): Promise<Values & SavedThing> {
  const row = {
    ...values,
    user_id: requirePerson(scope),
    created_at: scope.now.getTime(),
    is_global: 0 as const,
  }
  const thingId = await scope.db.write((tx) => tx.insert(kind.table, row))
  return { ...row, id: thingId, owner_name: scope.principal.name }
}

/**
 * Changes a thing that belongs to the caller. @returns it as it is then. @throws what `requireOwner` throws
 *
 * @param values its columns, or what they are made of the thing as it is
 */
export function changeThing<Row extends SavedThing>(
  scope: RequestScope,
  kind: SavedKind,
  thingId: number,
  values: Columns | ((before: Row) => Columns),
): Promise<Row> {
  return scope.db.write(async (tx) => {
    const before = await requireOwner<Row>(tx, scope, kind, thingId)
    const after = typeof values === 'function' ? values(before) : values
    await updateThing(tx, kind, thingId, after)
    return { ...before, ...after }
  })
}

/**
 * Changes what a thing is called, or its definition, or both.
 *
 * @param textOf checks a definition, and gives the JSON text that is kept
 * @throws `nothing_to_update`; what `textOf` and `requireOwner` throw
 */
export async function changeDefinition<Row extends SavedThing, Definition>(
  scope: RequestScope,
  kind: SavedKind,
  thingId: number,
  { name, definition }: { readonly name?: string | undefined; readonly definition?: Definition | undefined },
  textOf: (definition: Definition) => string,
): Promise<Row> {
  if (name === undefined && definition === undefined) throw new AppError('nothing_to_update')
  return changeThing<Row>(scope, kind, thingId, {
    ...(name !== undefined && { name }),
    ...(definition !== undefined && { definition: textOf(definition) }),
  })
}

/** Shows a thing to everybody, or to its owner alone again. @throws what `requireOwner` throws */
export async function shareThing(
  scope: RequestScope,
  kind: SavedKind,
  thingId: number,
  isShared: boolean,
): Promise<void> {
  await changeThing(scope, kind, thingId, { is_global: isShared ? 1 : 0 })
}

/** @throws what `requireOwner` throws */
export async function removeThing(scope: RequestScope, kind: SavedKind, thingId: number): Promise<void> {
  await scope.db.write(async (tx) => {
    await requireOwner(tx, scope, kind, thingId)
    await deleteThing(tx, kind, thingId)
  })
}

/**
 * Only the owner and super-administrators change a thing. @throws the kind's codes for what is not there and
 * what is not his
 */
async function requireOwner<Row extends SavedThing>(
  tx: Transaction,
  { principal }: RequestScope,
  kind: SavedKind,
  thingId: number,
): Promise<Row> {
  const row = Number.isSafeInteger(thingId) ? await selectThing<Row>(tx, kind, thingId) : undefined
  if (!row) throw new AppError(kind.notFound)
  if (row.user_id !== creatorId(principal) && !isSuperAdmin(principal)) throw new AppError(kind.denied)
  return row
}

const maxContentKib = 64

export const missing = (name: string): AppError =>
  new AppError('parameter_missing', { ...message('parameter_is_missing', { name }), detail: name })

/** What is kept, where it came as JSON text. @throws `invalid_parameter` when that holds no object */
export function readContent(given: JsonObject | string, name: string): JsonObject {
  const content = typeof given === 'string' ? parseJson(given) : given
  if (isObject(content)) return content
  throw new AppError('invalid_parameter', {
    ...message('must_be_object_or_text', { name }),
    detail: { name, reason: 'not an object' },
  })
}

/** The JSON text under which a content is kept. @throws `invalid_parameter` when it is too long */
export function contentText(content: JsonObject, name: string): string {
  const text = JSON.stringify(content)
  if (Buffer.byteLength(text) <= maxContentKib * 1024) return text
  throw new AppError('invalid_parameter', {
    ...message('content_too_large', { name, most: maxContentKib }),
    detail: { name, reason: 'too large' },
  })
}
