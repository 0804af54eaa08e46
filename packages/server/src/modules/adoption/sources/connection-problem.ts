import { type SourceConfig, SourceProblem } from './source.js'

/** What people call each engine that is reached over a network, and the port that it usually has. */
const servers = {
  mysql: { engine: 'MySQL', port: 3306 },
  pgsql: { engine: 'PostgreSQL', port: 5432 },
} as const

/** Where a database is, as `config.json` says. */
export interface Address {
  readonly engine: string
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
}

/** @throws SourceProblem when it names no database */
export function addressIn(config: SourceConfig & { readonly engine: keyof typeof servers }): Address {
  const { engine, port } = servers[config.engine]
  if (!config.name) {
    throw new SourceProblem(`config.json names no ${engine} database. Write its name into db_name.`)
  }
  return {
    engine,
    host: config.host || 'localhost',
    port: Number(config.port || port),
    database: config.name,
    user: config.username ?? '',
    password: config.password ?? '',
  }
}

export const connectTimeoutMs = 15_000

/** Reasons by the codes of the system, of MySQL and of PostgreSQL, and what to do about them. */
const reasons: readonly {
  readonly codes: readonly string[]
  readonly advice: (address: Address) => string
}[] = [
  {
    codes: ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
    advice: ({ engine, host, port }) =>
      `Nothing answers at ${host}:${port}, where config.json says that the ${engine} server is. Start it, or mend db_host and db_port.`,
  },
  {
    codes: ['ER_ACCESS_DENIED_ERROR', '28P01', '28000'],
    advice: ({ engine, host, port, user }) =>
      `The ${engine} server at ${host}:${port} does not let "${user}" in with the password of config.json. Mend db_username and db_password.`,
  },
  {
    codes: ['ER_BAD_DB_ERROR', '3D000'],
    advice: ({ engine, host, port, database }) =>
      `There is no database "${database}" on the ${engine} server at ${host}:${port}. Mend db_name in config.json.`,
  },
  {
    codes: ['ER_DBACCESS_DENIED_ERROR', 'ER_TABLEACCESS_DENIED_ERROR', '42501'],
    advice: ({ engine, host, port, database, user }) =>
      `The ${engine} server at ${host}:${port} does not let "${user}" read "${database}". Give this user the right to read all of its tables.`,
  },
]

const lost: readonly string[] = [
  ...['PROTOCOL_CONNECTION_LOST', 'ER_CONNECTION_KILLED', 'ECONNRESET', 'EPIPE'],
  ...['57P01', '57P02', '57P03', '08006'],
]

/** What the drivers say, without a code, of what is asked after the end. */
const saidOfLost = /not queryable|Connection terminated|closed state/

/** What to do about an error of a driver. The password is not in it. */
export function connectionProblem(error: unknown, address: Address): SourceProblem {
  if (error instanceof SourceProblem) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = reasons.find(({ codes }) => codes.includes(code))
  if (known) return new SourceProblem(known.advice(address))
  const { engine, host, port, database, password } = address
  const said = error instanceof Error ? error.message : String(error)
  if (lost.includes(code) || saidOfLost.test(said)) {
    return new SourceProblem(
      `The connection to the ${engine} server at ${host}:${port} broke off. Give the command once more when the server is back.`,
    )
  }
  const harmless = password === '' ? said : said.replaceAll(password, '…')
  return new SourceProblem(
    `The ${engine} database "${database}" at ${host}:${port} cannot be read: ${harmless}`,
  )
}
