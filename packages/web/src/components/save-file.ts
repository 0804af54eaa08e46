/**
 * Lets the browser save what it can fetch from an address; it shows how far it is and what went wrong in its
 * own way.
 */
export function saveAddress(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Saves bytes that are here already. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  saveAddress(address, name)
  // The browser has taken hold of the bytes by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
