/** Something that the examination of a configuration found. */
export interface Finding {
  readonly status: 'success' | 'info' | 'warning' | 'danger'
  /** One sentence, or a few. */
  readonly text: string
  /** What the service can do about it. */
  readonly fix?: Fix
}

export interface Fix {
  readonly action: 'create' | 'delete'
  readonly table: string
  readonly column?: string
}

export interface Section {
  readonly title: string
  readonly findings: readonly Finding[]
}

export const success = (text: string): Finding => ({ status: 'success', text })
export const info = (text: string): Finding => ({ status: 'info', text })
export const warning = (text: string, fix?: Fix): Finding => ({
  status: 'warning',
  text,
  ...(fix && { fix }),
})
export const danger = (text: string, fix?: Fix): Finding => ({ status: 'danger', text, ...(fix && { fix }) })

/** What was found, or that all is well. */
export const section = (title: string, findings: readonly Finding[], well: string): Section => ({
  title,
  findings: findings.length > 0 ? findings : [success(well)],
})

export const isSameFix = (one: Fix, other: Fix): boolean =>
  one.action === other.action && one.table === other.table && one.column === other.column
