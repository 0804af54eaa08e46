import type { Facts } from '@trowel/contract/facts.js'
import { type FindingCode, findingTexts } from '@trowel/contract/findings.js'
import { type FactsOf, interpolate } from '@trowel/contract/sentences.js'

/** Something that the examination of a configuration found, or the head of a section of what it found. */
export interface Finding {
  readonly status: 'head' | 'success' | 'info' | 'warning' | 'danger'
  readonly code: FindingCode
  /** What the sentence of the code speaks of. */
  readonly facts: Facts
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

type FactsOfFinding<Code extends FindingCode> = FactsOf<(typeof findingTexts)[Code]>

const finding =
  (status: Finding['status']) =>
  <Code extends FindingCode>(code: Code, facts: FactsOfFinding<Code>, fix?: Fix): Finding => ({
    status,
    code,
    facts,
    text: interpolate(findingTexts[code], facts),
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
