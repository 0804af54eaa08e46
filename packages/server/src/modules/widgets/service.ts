import type { Readable } from 'node:stream'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import type { BinaryPlace, BinaryStorage } from '../../storage/binaries/binary-storage.js'

/** The names of an application's widgets, sorted. Files that cannot be one are passed over. */
export async function listWidgets(app: string, binaries: BinaryStorage): Promise<string[]> {
  const names: string[] = []
  for await (const file of binaries.list(app, 'widgets')) {
    const name = widgetOf(file.name)
    if (name !== undefined) names.push(name)
  }
  return names.sort()
}

export interface Widget {
  /** Changes with the module. */
  readonly etag: string
  open(): Promise<Readable>
}

/** One ES module. @throws `invalid_widget_name`, `widget_not_found` */
export async function findWidget(app: string, binaries: BinaryStorage, name: string): Promise<Widget> {
  if (!isWidgetName(name)) throw new AppError('invalid_widget_name')
  const place = widgetPlace(app, name)
  const found = await binaries.head(place)
  if (!found) throw new AppError('widget_not_found', { detail: name })
  return {
    etag: `"${found.modified.getTime().toString(36)}-${found.size.toString(36)}"`,
    async open() {
      const content = await binaries.read(place)
      if (!content) throw new AppError('widget_not_found', { detail: name })
      return content
    },
  }
}

const maxBytes = 1024 * 1024

/**
 * Puts a module in the place of a widget. Only the operator gets here: a widget works in the
 * browsers of everybody who looks at a record.
 *
 * @throws `invalid_widget_name`, `too_large`, `unsupported_media_type` for what is no ES module
 */
export async function installWidget(
  app: string,
  binaries: BinaryStorage,
  name: string,
  content: Uint8Array,
): Promise<void> {
  if (!isWidgetName(name)) throw new AppError('invalid_widget_name')
  if (content.byteLength > maxBytes)
    throw new AppError('too_large', message('widget_too_large', { most: maxBytes / 1024 }))
  if (!isModule(content)) {
    throw new AppError('unsupported_media_type', message('widget_no_module', {}))
  }
  await binaries.put(widgetPlace(app, name), oneOf(content))
}

/** @throws `invalid_widget_name`, `widget_not_found` */
export async function removeWidget(app: string, binaries: BinaryStorage, name: string): Promise<void> {
  if (!isWidgetName(name)) throw new AppError('invalid_widget_name')
  const place = widgetPlace(app, name)
  if (!(await binaries.head(place))) throw new AppError('widget_not_found', { detail: name })
  await binaries.remove(place)
}

async function* oneOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

function isModule(content: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return /\bexport\s+default\b|\bas\s+default\b/.test(text) && !text.includes('\0')
  } catch {
    return false
  }
}

const nameForm = /^[a-z0-9-]{1,100}$/
const ending = '.js'

/** May a widget be called so? Lower-case letters, digits and `-`. */
const isWidgetName = (name: string): boolean => nameForm.test(name)

/** Where the module of a widget lies. */
const widgetPlace = (app: string, name: string): BinaryPlace => ({
  app,
  area: 'widgets',
  name: name + ending,
})

/** The widget whose module has this file name; `undefined` for every other file. */
function widgetOf(fileName: string): string | undefined {
  const name = fileName.endsWith(ending) ? fileName.slice(0, -ending.length) : ''
  return isWidgetName(name) ? name : undefined
}
