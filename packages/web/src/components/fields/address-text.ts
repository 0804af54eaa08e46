import { readWebAddress, type WebAddress } from '@trowel/contract/web-address.js'

const signs = { web: '', doi: 'doi:', orcid: 'ORCID ' } as const

export const addressText = ({ kind, text }: WebAddress): string => signs[kind] + text

/** An address as people read it; what is none stays as it is. */
export function addressTextOf(value: string): string {
  const address = readWebAddress(value)
  return address ? addressText(address) : value
}
