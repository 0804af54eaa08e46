import { describe, expect, test } from 'vitest'
import { compilePattern, isUsable } from './field-pattern.js'

const matches = (pattern: string, text: string): boolean | string => {
  const compiled = compilePattern(pattern)
  return isUsable(compiled) ? compiled.matches(text) : compiled.text
}

describe('the pattern of a field', () => {
  test('matches in time proportional to the text, where backtracking would take hours', () => {
    const text = `${'a'.repeat(50_000)}!`
    expect(
      ['^(a+)+$', '^(a|a)*$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'].map((one) => matches(one, text)),
    ).toEqual([false, false, false, false])
  })

  test('means what it means in JavaScript', () => {
    const patterns = [
      '^C\\d{4}$',
      '^\\s+$',
      '^\\S+$',
      '^[\\S]+$',
      '^[^\\s]+$',
      '^[\\s\\d]+$',
      '^.$',
      '^[.]$',
      '^[^]$',
      '^[]$',
      '[\\b]',
      '^\\p{Lu}\\p{L}+$',
      '^\\p{Script=Greek}+$',
      '^\\P{sc=Latin}+$',
      '^\\p{General_Category=Nd}$',
      '^\\u{1F600}$',
      '^\\uD83D\\uDE00$',
      '^\\u00e9$',
      '^\\x41\\cI$',
      '^(?<year>\\d{4})-(?:0[1-9]|1[0-2])$',
      '^[[]$',
      '^a\\/b$',
      '\\bfoo\\b',
      '^\\$\\^\\.$',
      '^a{2,}?$',
      '',
      'a|b|',
    ]
    const texts = [
      'C0412',
      'C041',
      ' ',
      '\u00a0\u2003',
      '\v',
      '\u180e',
      'é',
      'è',
      '.',
      '\n',
      '\r',
      '\u2028',
      '\b',
      '\ufeff',
    ]
    texts.push(
      'Ώχρα',
      'Ωχρ',
      'ω',
      '7',
      '٣',
      '😀',
      '\ud83d',
      'A\t',
      '2024-05',
      '[',
      'a/b',
      'a foo b',
      '$^.',
      'aa',
      '',
      'b',
      '_',
    )
    for (const pattern of patterns) {
      for (const text of texts) {
        expect([pattern, text, matches(pattern, text)]).toEqual([
          pattern,
          text,
          new RegExp(pattern, 'u').test(text),
        ])
      }
    }
  })

  test.each([
    ['(', undefined],
    ['a**', undefined],
    ['\\k<no>', undefined],
    ['^(?!000)\\d{3}$', '(?!'],
    ['^(?=.*\\d).+$', '(?='],
    ['(?<=a)b', '(?<='],
    ['(?<!a)b', '(?<!'],
    ['^(.)\\1$', '\\1'],
    ['^(?<a>.)\\k<a>$', '\\k<a>'],
    ['^.{0,2000}$', '{0,2000}'],
    ['^(?:.{100}){100}$', '^(?:.{100}){100}$'],
    ['^\\p{RGI_Emoji_Flag_Sequence}$', undefined],
    ['^\\p{scx=Latin}$', '^\\p{scx=Latin}$'],
  ])('that cannot be run names what is not possible: %s', (pattern, part) => {
    const compiled = compilePattern(pattern)
    expect(isUsable(compiled)).toBe(false)
    expect(compiled).toMatchObject({ text: expect.stringContaining(part ?? 'no regular expression'), part })
  })

  test('refuses no lookaround and no reference that are only characters of a class', () => {
    expect([matches('^[(?=]+$', '(?='), matches('^[(?<!]$', '!'), matches('^\\(\\?=$', '(?=')]).toEqual([
      true,
      true,
      true,
    ])
  })

  test('says for which length of text it can be run, the shorter the larger it is', () => {
    const lengthOf = (pattern: string): number => {
      const compiled = compilePattern(pattern)
      return isUsable(compiled) ? compiled.maxLength : 0
    }
    expect(lengthOf('^[^<>]*$')).toBeGreaterThan(1_000_000)
    expect(lengthOf('^.{0,1000}$')).toBeLessThan(10_000)
  })
})
