import { doers } from '@trowel/contract/doers.js'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { messageIn, wantMessages } from './messages.js'

describe('on an Italian page', () => {
  beforeAll(async () => {
    await i18next.init({ lng: 'it', resources: {} })
    await wantMessages()
  })

  test('what the service found is put together of what it speaks of, whatever stands in that', () => {
    const facts = { table: 'finds', field: 'a {{field}} $t(refusals.text)', missing: 7 }
    const finding = { code: 'source_without_table', facts, text: 'finds.a names the table "7".' }
    expect(messageIn('findings', finding)).toBe(
      'finds.a {{field}} $t(refusals.text) nomina la tabella «7», che non esiste.',
    )
    expect(messageIn('findings', { ...finding, code: 'newer_than_this' })).toBe(finding.text)
    expect(messageIn('findings', { ...finding, code: 'constructor' })).toBe(finding.text)
  })

  test('a part that is a message itself is said in the language of the page too', () => {
    const facts = {
      path: 'filter.name._in',
      reason: 'lists more than 10000 values',
      'reason.sentence': 'lists_too_many_values',
      'reason.most': 10_000,
    }
    const said = (more: object) =>
      messageIn('problems', { code: 'filter_wrong', facts: { ...facts, ...more }, text: '' })
    expect(said({})).toBe('Il filtro non si capisce: filter.name._in elenca più di 10000 valori.')
    expect(said({ 'reason.sentence': 'newer_than_this' })).toBe(
      'Il filtro non si capisce: filter.name._in lists more than 10000 values.',
    )
  })

  test('so is a line of the log, and one of an older service stays as it was written', () => {
    const facts = { email: 'a@b.example', address: '192.0.2.1' }
    const line = { code: 'login_refused', facts, text: 'Login …' }
    expect(messageIn('events', line)).toBe('Accesso rifiutato a a@b.example\nindirizzo 192.0.2.1')
    expect(messageIn('events', { ...line, code: null })).toBe('Login …')
  })

  test('whoever has no name is called by words', () => {
    const edited = (by: string) => messageIn('events', { code: 'tables_sorted', facts: { by }, text: '' })
    expect(edited(doers.command_line)).toBe('Tabelle riordinate da riga di comando')
    expect(edited('Ida')).toBe('Tabelle riordinate da Ida')
  })

  test('in English the service says it all', async () => {
    await i18next.changeLanguage('en-GB')
    const step = { code: '0001_initial', text: 'As the service says it' }
    expect(messageIn('steps', step)).toBe(step.text)
  })
})
