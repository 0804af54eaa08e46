export const configurationParts = ['tables', 'relations', 'map', 'check', 'schema', 'application'] as const
export type ConfigurationPart = (typeof configurationParts)[number]

export const isConfigurationPart = (text: unknown): text is ConfigurationPart =>
  configurationParts.some((part) => part === text)

export const tableParts = ['fields', 'settings', 'indexes'] as const
export type TablePart = (typeof tableParts)[number]

export const isTablePart = (text: unknown): text is TablePart => tableParts.some((part) => part === text)

export interface ConfigurationSearch {
  readonly part?: ConfigurationPart | undefined
  /** The layer of the map that is being changed, by its id. */
  readonly layer?: string | undefined
}

export const configurationIn = ({ part, layer }: Record<string, unknown>): ConfigurationSearch => ({
  part: isConfigurationPart(part) ? part : undefined,
  layer: typeof layer === 'string' ? layer : undefined,
})

export interface TableConfigurationSearch {
  readonly part?: TablePart | undefined
}

export const tableConfigurationIn = ({ part }: Record<string, unknown>): TableConfigurationSearch => ({
  part: isTablePart(part) ? part : undefined,
})
