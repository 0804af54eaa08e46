import type { LightMyRequestResponse } from 'fastify'
import type { Dig, Role } from './open-dig.js'

/** What stands in a form, in this order; a file has a name. */
export type FormPart =
  | { readonly field: string; readonly value: string }
  | { readonly field: string; readonly name: string; readonly content: Uint8Array | string }

/** A form as a browser sends it. */
export async function formOf(parts: readonly FormPart[]): Promise<{ payload: Buffer; type: string }> {
  const form = new FormData()
  for (const part of parts) {
    if ('value' in part) form.append(part.field, part.value)
    else form.append(part.field, new Blob([Buffer.from(part.content)]), part.name)
  }
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  }
}

/** A form as it stands, for names that no browser would send. */
export function rawForm(
  disposition: string,
  content: Uint8Array | string,
): { payload: Buffer; type: string } {
  const [start, end] = [
    `--edge\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`,
    '\r\n--edge--\r\n',
  ]
  return {
    payload: Buffer.concat([Buffer.from(start), Buffer.from(content), Buffer.from(end)]),
    type: 'multipart/form-data; boundary=edge',
  }
}

export function sendForm(
  dig: Dig,
  url: string,
  { payload, type }: { readonly payload: Buffer; readonly type: string },
  as?: Role,
): Promise<LightMyRequestResponse> {
  return dig.request({ method: 'POST', url, payload, headers: { 'content-type': type } }, as)
}

/** Sends one file in the part `file`. */
export async function sendFile(
  dig: Dig,
  url: string,
  name: string,
  content: Uint8Array | string,
  as?: Role,
): Promise<LightMyRequestResponse> {
  return sendForm(dig, url, await formOf([{ field: 'file', name, content }]), as)
}
