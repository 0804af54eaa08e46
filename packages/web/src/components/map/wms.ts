/** A layer that a WMS offers: what requests call it, and what people do. */
export interface OfferedLayer {
  readonly name: string
  readonly title: string
}

/**
 * The address of a WMS with a question. It may have been pasted with what a user asked of the server, in
 * letters of any case: what is asked now takes its place, and what belongs to the server stays.
 */
function askedOf(path: string, asked: Readonly<Record<string, string>>, dropped: readonly string[]): string {
  const address = new URL(path)
  const replaced = new Set([...Object.keys(asked), ...dropped])
  for (const name of [...address.searchParams.keys()])
    if (replaced.has(name.toUpperCase())) address.searchParams.delete(name)
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  address.hash = ''
  return address.href
}

const ofPictures = ['LAYERS', 'STYLES', 'CRS', 'SRS', 'BBOX', 'WIDTH', 'HEIGHT', 'FORMAT', 'TRANSPARENT']

/** What the server says of itself, with the layers that it has. */
export const capabilitiesAddress = (path: string): string =>
  askedOf(path, { SERVICE: 'WMS', REQUEST: 'GetCapabilities' }, [...ofPictures, 'VERSION'])

/**
 * A picture of a WMS 1.3.0 for the box of a tile, `{bbox-epsg-3857}`; a style and a format that the address
 * names stay.
 */
export function pictureAddress(path: string, layers: string): string {
  const given = new Map([...new URL(path).searchParams].map(([name, value]) => [name.toUpperCase(), value]))
  const asked = {
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    LAYERS: layers,
    STYLES: given.get('STYLES') ?? '',
    CRS: 'EPSG:3857',
    WIDTH: '512',
    HEIGHT: '512',
    FORMAT: given.get('FORMAT') ?? 'image/png',
    TRANSPARENT: 'TRUE',
  }
  return `${askedOf(path, asked, ['SRS', 'BBOX'])}&BBOX={bbox-epsg-3857}`
}

/** Why a server's layers are not known. */
export type WmsProblem =
  /** The page may not ask it: it belongs to no layer that is saved, or the page was opened before. */
  | 'policy'
  /** It answers, and lets no other page read what. */
  | 'closed'
  /** It does not answer. */
  | 'silent'
  /** What it answers is no list of layers. */
  | 'noWms'

export class WmsRefusal extends Error {
  constructor(readonly problem: WmsProblem) {
    super(problem)
  }
}

/** How long a server may take. Milliseconds. */
const patience = 20_000
const moment = 1_000

/**
 * The layers that a WMS offers, asked by the browser itself.
 *
 * @throws WmsRefusal
 */
export async function offeredLayers(path: string, signal: AbortSignal): Promise<readonly OfferedLayer[]> {
  const address = capabilitiesAddress(path)
  const { origin } = new URL(address)
  const limited = AbortSignal.any([signal, AbortSignal.timeout(patience)])
  let finish = () => {}
  const forbidden = new Promise<boolean>((resolve) => {
    finish = () => resolve(true)
  })
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    if (URL.canParse(blockedURI) && new URL(blockedURI).origin === origin) finish()
  }
  document.addEventListener('securitypolicyviolation', note)
  try {
    const reply = await fetch(address, { signal: limited })
    const layers = reply.ok ? layersIn(await reply.text()) : []
    if (layers.length === 0) throw new WmsRefusal('noWms')
    return layers
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof WmsRefusal) throw error
    const answers = await fetch(address, { mode: 'no-cors', signal: limited }).then(
      () => true,
      () => false,
    )
    if (answers) throw new WmsRefusal('closed')
    // The browser says why a little after it has refused.
    const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), moment))
    throw new WmsRefusal((await Promise.race([forbidden, late])) ? 'policy' : 'silent')
  } finally {
    document.removeEventListener('securitypolicyviolation', note)
  }
}

/** The layers with a name, in their order; those without one only hold others. */
function layersIn(text: string): readonly OfferedLayer[] {
  const xml = new DOMParser().parseFromString(text, 'application/xml')
  const found = new Map<string, OfferedLayer>()
  for (const layer of xml.getElementsByTagNameNS('*', 'Layer')) {
    const textOf = (what: string) =>
      [...layer.children].find(({ localName }) => localName === what)?.textContent?.trim() ?? ''
    const name = textOf('Name')
    if (name !== '') found.set(name, { name, title: textOf('Title') || name })
  }
  return [...found.values()]
}
