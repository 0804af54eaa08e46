import { maxSchemaTextLength } from '@trowel/contract/dbml.js'
import { AppError } from '../../../errors.js'
import { lazyPool } from '../../../lazy-pool.js'
import { Limiter } from '../../../limiter.js'
import { message } from '../../../message.js'
import type { ReadSchema, SchemaText, SyntaxProblem } from './text.js'

const maxMemoryMb = 768
const maxTimeMs = 60_000
/** A thread that was idle for so long ends, and takes the memory of the parser with it. */
const idleMs = 20_000

/** One text after the other: each may take much memory while it is read. */
const limiter = new Limiter(1)

/**
 * Reads a schema text in a thread of its own.
 *
 * @throws `dbml_empty`; `too_large` for more than 2 MiB, or what takes too much time or memory to read;
 *   `dbml_parse_error`
 * with line and column of the first mistake, and all of the first twenty in `errors`
 */
export async function readSchema(dbml: unknown): Promise<SchemaText> {
  if (dbml === undefined || dbml === null || (typeof dbml === 'string' && dbml.trim() === '')) {
    throw new AppError('dbml_empty')
  }
  if (typeof dbml !== 'string') {
    throw new AppError('invalid_parameter', { ...message('schema_text_needed', {}), detail: 'dbml' })
  }
  if (Buffer.byteLength(dbml) > maxSchemaTextLength) {
    throw new AppError('too_large', message('schema_text_too_large', {}))
  }
  const { schema, problems } = await limiter.run(() => readInThread(dbml))
  if (schema) return schema
  const [first] = problems
  throw new AppError('dbml_parse_error', {
    ...(first ? refusalAt(first) : {}),
    errors: problems.map(({ line, column, said }) => ({
      field: `${line}:${column}`,
      code: 'syntax',
      ...said,
    })),
  })
}

const refusalAt = ({ line, column, said }: SyntaxProblem) => ({
  ...message('schema_wrong_at', { line, column, reason: said }),
  detail: { line, column, text: said.text },
})

async function readInThread(dbml: string): Promise<ReadSchema> {
  try {
    const pool = await threads()
    return await pool.run(dbml, { signal: AbortSignal.timeout(maxTimeMs) })
  } catch (error) {
    throw tooMuch(error) ? unreadable(error) : error
  }
}

/** A text that takes too long ends with its thread. */
const threads = lazyPool<string, ReadSchema>({
  filename: new URL('./worker.js', import.meta.url).href,
  maxThreads: 1,
  idleTimeout: idleMs,
  resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
})

/** Nesting without end, a parser out of memory, or out of time. */
const tooMuch = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error &&
    (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')))

const unreadable = (cause: unknown): AppError =>
  new AppError('too_large', {
    ...message('schema_text_too_deep', {}),
    cause,
  })
