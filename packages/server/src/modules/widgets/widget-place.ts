import type { BinaryPlace } from '../../storage/binaries/binary-storage.js'

const nameForm = /^[a-z0-9-]{1,100}$/
const ending = '.js'

/** May a widget be called so? Lower-case letters, digits and `-`. */
export const isWidgetName = (name: string): boolean => nameForm.test(name)

/** Where the module of a widget lies. */
export const widgetPlace = (app: string, name: string): BinaryPlace => ({
  app,
  area: 'widgets',
  name: name + ending,
})

/** The widget whose module has this file name; `undefined` for every other file. */
export function widgetOf(fileName: string): string | undefined {
  const name = fileName.endsWith(ending) ? fileName.slice(0, -ending.length) : ''
  return isWidgetName(name) ? name : undefined
}
