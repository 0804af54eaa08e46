import { textIn as text } from '../../core/listing-address.js'

export interface TemplatesSearch {
  readonly table?: string | undefined
}

export const templatesIn = ({ table }: Record<string, unknown>): TemplatesSearch => ({ table: text(table) })
