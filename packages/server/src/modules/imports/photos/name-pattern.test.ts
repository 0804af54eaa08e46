import { describe, expect, test } from 'vitest'
import { parseNamePattern, valuesBeginning, valuesNamed } from './name-pattern.js'

const named = (pattern: string, path: string): string[] => {
  const parsed = parseNamePattern(pattern)
  if ('text' in parsed) throw new Error(parsed.text)
  return valuesNamed(path, parsed)
}

describe('the name of a picture', () => {
  test.each<[string, string, string[]]>([
    ['{ctx_no}.jpg', 'C0412.jpg', ['C0412']],
    ['{ctx_no}_*.jpg', 'photos/C0412_north.JPG', ['C0412']],
    ['{ctx_no}_*.jpg', 'C_4_north.jpg', ['C', 'C_4']],
    ['{ctx_no}*', 'C41.jpg', ['C', 'C4', 'C41', 'C41.', 'C41.j', 'C41.jp', 'C41.jpg']],
    ['{inv}/*', 'season 2024/F7/front.jpg', ['F7']],
    ['*/{inv}-*.*', 'a/b/F7-1.png', ['F7']],
    ['IMG_{id}.jpg', 'img_12.jpg', ['12']],
    ['{inv}/*', 'F7.jpg', []],
    ['{inv}.jpg', 'F7.png', []],
    ['{inv}.jpg', '.jpg', []],
    ['{inv}.jpg', 'Ca\u0300.jpg', ['C\u00e0']],
    ['{inv}*', 'x'.repeat(90), []],
  ])('%s of %s says %j', (pattern, path, values) => {
    expect(named(pattern, path.normalize('NFC'))).toEqual(values)
  })

  test.each(['*.jpg', '{a}{b}.jpg', '{}.jpg', `{a}${'*'.repeat(100)}`])('%s is no pattern', (text) => {
    expect(parseNamePattern(text)).toHaveProperty('sentence')
  })

  test('that goes on and on takes no longer than it is', () => {
    expect(named(`{a}_${'*a'.repeat(40)}b`, `x_${'a'.repeat(250)}`)).toEqual([])
  })
})

describe('the beginning of the name of a picture', () => {
  test.each([
    ['C0412.jpg', ['C0412']],
    ['photos/C4_north (2).JPG', ['C4_north (2)', 'C4_north (2', 'C4_north', 'C4', 'photos']],
    ['1100+/IMG_1.jpg', ['IMG_1', 'IMG', '1100+', '1100']],
    ['.jpg', []],
  ])('%s says %j', (path, values) => {
    expect(valuesBeginning(path)).toEqual(values)
  })

  test('that goes on and on is cut a limited number of times', () => {
    expect(valuesBeginning(`${'a_'.repeat(120)}.jpg`)).toHaveLength(64)
    expect(valuesBeginning(`${'a'.repeat(300)}.jpg`)).toEqual([])
  })
})
