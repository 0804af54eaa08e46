import { textIn as text } from '../../app/listing-address.js'

export interface TemplatesSearch {
  readonly table?: string | undefined
}

export const templatesIn = ({ table }: Record<string, unknown>): TemplatesSearch => ({ table: text(table) })
