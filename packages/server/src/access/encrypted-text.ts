import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * A text that only this key opens, by AES-256-GCM.
 *
 * @param key 32 bytes
 * @param name what it belongs to: under another name it does not open
 */
export function encryptText(key: Buffer, name: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(name))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
}

/** `undefined` for what was encrypted with another key or under another name, or is damaged. */
export function decryptText(key: Buffer, name: string, encrypted: string): string | undefined {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length <= ivBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(Buffer.from(name))
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    const content = decipher.update(bytes.subarray(ivBytes + tagBytes))
    return Buffer.concat([content, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
