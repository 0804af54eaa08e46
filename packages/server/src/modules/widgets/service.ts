import type { Readable } from 'node:stream'
import { AppError } from '../../errors.js'
import type { BinaryStorage } from '../../storage/binaries/binary-storage.js'
import { isWidgetName, widgetOf, widgetPlace } from './widget-place.js'

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
