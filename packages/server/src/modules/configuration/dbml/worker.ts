import type { ReadSchema } from './text.js'
import { readSchemaText } from './tree.js'

export default (text: string): ReadSchema => readSchemaText(text)
