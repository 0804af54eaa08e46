export const configurationParts = ['tables', 'relations', 'map', 'check', 'schema', 'application'] as const
export type ConfigurationPart = (typeof configurationParts)[number]

export const isConfigurationPart = (text: unknown): text is ConfigurationPart =>
  configurationParts.some((part) => part === text)

export const tableParts = ['fields', 'settings', 'indexes'] as const
export type TablePart = (typeof tableParts)[number]

export const isTablePart = (text: unknown): text is TablePart => tableParts.some((part) => part === text)
