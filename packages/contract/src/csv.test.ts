import { describe, expect, test } from 'vitest'
import { csvLine } from './csv.js'

describe('a line of a CSV file', () => {
  test.each([
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    ['+1 and more', "'+1 and more"],
    ['-1+cmd', "'-1+cmd"],
    ['@sum', "'@sum"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
  ])('has no formula for a spreadsheet program to run: %j', (text, cell) => {
    expect(csvLine([text, 'b'])).toBe(`${cell},b`)
  })

  test.each(['-5', '+5', '-12.5', '-12,5', '-.5', '-1e-7'])(
    'leaves %s, which is a number, as it is',
    (text) => {
      expect(csvLine([text], ';')).toBe(text)
    },
  )

  test('quotes what holds the delimiter, quotes, ends of lines, or blanks at its ends', () => {
    const cells = ['a,b', 'a;b', 'a"b', 'a\nb', ' a', 'a ', 'a b']
    expect(csvLine(cells)).toBe('"a,b",a;b,"a""b","a\nb"," a","a ",a b')
    expect(csvLine(cells, ';')).toBe('a,b;"a;b";"a""b";"a\nb";" a";"a ";a b')
  })

  test('has numbers as they are, and nothing where there is no value', () => {
    expect(csvLine([-5, 0, 12.5, null, undefined, '', false])).toBe('-5,0,12.5,,,,false')
  })
})
