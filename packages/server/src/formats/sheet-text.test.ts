import { describe, expect, test } from 'vitest'
import { cellXml, columnLetters, sheetName, sheetText } from './sheet-text.js'

describe('names of sheets', () => {
  test.each([
    ['Stratigraphic contexts', 1, 'Stratigraphic contexts'],
    ['Finds [2024]: bone/antler? *\\', 1, 'Finds 2024 boneantler'],
    ['a label that is much too long for a sheet', 1, 'a label that is much too long f'],
    ['a label that is much too long for a sheet', 12, 'a label that is much too l (12)'],
    ['Finds', 2, 'Finds (2)'],
    ["'quoted'", 1, 'quoted'],
    ['???', 1, 'Records'],
    ['', 2, 'Records (2)'],
    ['History', 1, 'History_'],
    [`${'x'.repeat(30)}\u{1F3FA}`, 1, 'x'.repeat(30)],
    ['two\nlines\u0007', 1, 'two lines'],
  ])('%j, sheet %d', (label, number, name) => {
    expect(sheetName(label, number)).toBe(name)
    expect(name.length).toBeLessThanOrEqual(31)
  })
})

describe('cells of a workbook', () => {
  test.each([
    [0, 'A'],
    [25, 'Z'],
    [26, 'AA'],
    [701, 'ZZ'],
    [702, 'AAA'],
    [16_383, 'XFD'],
  ])('column %d has the letters %s', (column, letters) => {
    expect(columnLetters(column)).toBe(letters)
  })

  test.each([
    ['null', null, ''],
    ['an empty text', '', ''],
    ['a number', -0.1, '<c r="A1"><v>-0.1</v></c>'],
    ['a text', 'a < "b"\r', textCell('a &lt; &quot;b&quot;&#13;')],
    ['a text that means a character code in such files', 'x_x0041_', textCell('x_x005F_x0041_')],
    ['an infinite number', Number.POSITIVE_INFINITY, textCell('Infinity')],
  ])('%s', (_what, value, xml) => {
    expect(cellXml('A1', value, '')).toBe(xml)
  })

  test('what XML forbids is left out, and then it is still no formula', () => {
    expect(sheetText('a\u0000\u0008b\uFFFE\uD800c\td\u{1F3FA}')).toBe('abc\td\u{1F3FA}')
    expect(sheetText('\u0001=1+1')).toBe("'=1+1")
  })
})

function textCell(text: string): string {
  return `<c r="A1" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}
