import { type Config, readConfig } from '../../config.js'
import { type Finding, note, ok, wrong } from './finding.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Read by commands, not by the service. */
const ofCommands: ReadonlySet<string> = new Set(['TROWEL_PASSWORD', 'TROWEL_API_KEY'])

/** @param environment with what stands in the file `.env` */
export function checkSettings(config: Config, environment: Environment): Finding[] {
  const set = Object.keys(environment).filter((name) => name.startsWith('TROWEL_'))
  const read = settingsRead(environment)
  const unknown = set.filter((name) => !read.has(name) && !ofCommands.has(name))
  const several = config.databaseUrl !== undefined && config.secret === undefined
  return [
    ...unknown.map((name) =>
      wrong(
        'settings',
        `${name} is no setting of Trowel.`,
        'Look up its name in the README, or take it out.',
      ),
    ),
    ...(several
      ? [
          note(
            'settings',
            'TROWEL_SECRET is not set: the secret lies in the data folder of this machine.',
            'Set it when several machines serve this database, the same on each.',
          ),
        ]
      : []),
    ...(unknown.length > 0 ? [] : [ok('settings', `${set.length} are set, and each can be used.`)]),
  ]
}

/** Every setting that the service asks this environment for. */
export function settingsRead(environment: Environment): ReadonlySet<string> {
  const names = new Set<string>()
  const watched = new Proxy(environment, {
    get: (target, name) => {
      names.add(String(name))
      return typeof name === 'string' ? target[name] : undefined
    },
  })
  readConfig(watched, 1)
  return names
}

const isOwnMachine = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host)

/** Whether what a web server in front says of a request is believed, and of that one alone. */
export function checkProxy({ publicUrl, trustProxy, host, hosts }: Config): Finding[] {
  const isSecure = publicUrl?.startsWith('https://') ?? false
  if (isSecure && trustProxy.length === 0)
    return [
      wrong(
        'proxy',
        `People come by ${publicUrl}, and no web server in front is trusted: all of them seem to have its address, so that wrong passwords of one lock out the others.`,
        'Set TROWEL_TRUST_PROXY to the address of that web server, such as 127.0.0.1.',
      ),
    ]
  const open = trustProxy.filter((address) => Number(address.split('/')[1] ?? 128) < 8)
  if (open.length > 0)
    return [
      wrong(
        'proxy',
        `TROWEL_TRUST_PROXY trusts nearly every machine (${open.join(', ')}): anybody can claim to come from any address.`,
        'Name the web server alone.',
      ),
    ]
  if (trustProxy.length > 0 && publicUrl === undefined && hosts.length === 0)
    return [
      note(
        'proxy',
        'A web server in front is trusted, but the name under which people come is not set: requests for a name with a domain are refused.',
        'Set TROWEL_PUBLIC_URL, such as https://records.example.',
      ),
    ]
  if (trustProxy.length === 0 && !isOwnMachine(host))
    return [
      note(
        'proxy',
        `The service answers other machines on ${host} without a web server in front: what people type travels as it is.`,
        'In more than a local network put a web server with HTTPS before it (docs/guides/server.md).',
      ),
    ]
  return [
    ok('proxy', trustProxy.length === 0 ? 'None is needed on this machine alone.' : trustProxy.join(', ')),
  ]
}
