import { english } from '@trowel/contract/messages/en/english.js'
import { type FindingCode, interpolate, type ParamsOf } from '@trowel/contract/messages/messages.js'
import type { Params } from '@trowel/contract/messages/params.js'

/** Something that the examination of a configuration found, or the head of a section of what it found. */
export interface Finding {
  readonly status: 'head' | 'success' | 'info' | 'warning' | 'danger'
  readonly code: FindingCode
  /** What the sentence of the code speaks of. */
  readonly facts: Params
  /** One sentence, or a few, put together. */
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
  readonly head: Finding
  readonly findings: readonly Finding[]
}

type ParamsOfFinding<Code extends FindingCode> = ParamsOf<(typeof english.findings)[Code]>

const finding =
  (status: Finding['status']) =>
  <Code extends FindingCode>(code: Code, facts: ParamsOfFinding<Code>, fix?: Fix): Finding => ({
    status,
    code,
    facts,
    text: interpolate(english.findings[code], facts),
    ...(fix && { fix }),
  })

export const head = finding('head')
export const success = finding('success')
export const info = finding('info')
export const warning = finding('warning')
export const danger = finding('danger')

/** What was found, or that all is well. */
export const section = (title: Finding, findings: readonly Finding[], well: Finding): Section => ({
  head: title,
  findings: findings.length > 0 ? findings : [well],
})

export const isSameFix = (one: Fix, other: Fix): boolean =>
  one.action === other.action && one.table === other.table && one.column === other.column
