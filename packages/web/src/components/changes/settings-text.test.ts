import { expect, test } from 'vitest'
import { settingsText } from './settings-text.js'

test('settings are told without the signs of JSON', () => {
  const chart = { tb: 'contexts', type: 'bar', x_field: 'phase', filter: {}, shown: ['a', 'b'], limit: null }
  expect(settingsText(JSON.stringify(chart))).toBe('tb: contexts · type: bar · x field: phase · shown: a, b')
  expect(settingsText('[{"name":"Plan","visible":true},{"name":"Survey"}]')).toBe(
    '(name: Plan · visible: true), (name: Survey)',
  )
  expect(settingsText('{}')).toBe('')
})

test.each(['a layer {cut}', '{unfinished', '[see C12]'])('the text %s stays as it is', (text) => {
  expect(settingsText(text)).toBe(text)
})
