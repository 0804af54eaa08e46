import dns, { type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type Phrase, phrase } from '@trowel/contract/messages/messages.js'

/** Of IPv4 what is not in the public internet. */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, what is reserved, and broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed.addSubnet(network, bits, 'ipv4')

/** Of IPv6 what is: global addresses, without those in which an IPv4 address is wrapped, and examples. */
const open = new BlockList()
open.addSubnet('2000::', 3, 'ipv6')
const closedOfOpen = new BlockList()
for (const [network, bits] of [
  // Teredo and what else is special.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closedOfOpen.addSubnet(network, bits, 'ipv6')

/** Is it an address of the public internet? Loopback, private, link-local and multicast ones are not. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4')
  return isIP(address) === 6 && open.check(address, 'ipv6') && !closedOfOpen.check(address, 'ipv6')
}

/** Nothing is sent to this address. */
export class AddressRefused extends Error {
  constructor(readonly reason: Phrase) {
    super(`The address is refused: ${reason.sentence}.`)
  }
}

/** Does the operator name the host, or this port of it? */
const isNamed = ({ hostname, host }: URL, hosts: readonly string[]): boolean =>
  hosts.includes(hostname) || hosts.includes(host)

/** The host of an address without the brackets of IPv6. */
export const bare = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses of a host; all of them are public, unless the operator names it.
 * @throws AddressRefused
 */
async function addressesOf(url: URL, hosts: readonly string[]): Promise<LookupAddress[]> {
  const host = bare(url)
  const isTrusted = isNamed(url, hosts)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isTrusted)) {
    throw new AddressRefused(phrase('webhook_needs_https', {}))
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused(phrase('webhook_with_password', {}))
  }
  const family = isIP(host)
  const found =
    family === 0
      ? await dns.promises.lookup(host, { all: true }).catch(() => [])
      : [{ address: host, family }]
  if (found.length === 0) throw new AddressRefused(phrase('webhook_host_unknown', { host }))
  if (!isTrusted && !found.every(({ address }) => isPublic(address))) {
    throw new AddressRefused(phrase('webhook_host_not_public', { host }))
  }
  return found
}

/** @throws AddressRefused */
export async function requireOpenAddress(url: URL, hosts: readonly string[]): Promise<void> {
  await addressesOf(url, hosts)
}

/**
 * Looks the host up for one connection, which goes to one of the very addresses that were checked: a name
 * that leads elsewhere a moment later changes nothing. Numbers are not looked up: check them before.
 */
export const guardedLookup =
  (url: URL, hosts: readonly string[]): LookupFunction =>
  (_name, options, callback) => {
    addressesOf(url, hosts).then(
      (found) => {
        const [first] = found
        if (options.all) callback(null, found)
        else callback(null, first?.address ?? '', first?.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
