import { expect, test } from 'vitest'
import { localMoment } from './moment-text.js'

test('a moment is told as people tell it, in their language and at their place', () => {
  const there = new Date('2022-08-04T11:03:00Z')
  for (const [language, dateStyle] of [
    ['en-GB', 'medium'],
    ['it', 'long'],
  ] as const)
    expect(localMoment('2022-08-04T11:03:00.000Z', language, dateStyle)).toBe(
      there.toLocaleString(language, { dateStyle, timeStyle: 'short' }),
    )
  expect(localMoment('2022-08-04T13:03+02:00', 'en-GB')).toBe(localMoment('2022-08-04T11:03:00Z', 'en-GB'))
})

test.each(['2022-08-04', '2022-13-04T11:03:00Z', 'seen 2022-08-04T11:03:00Z', '11:03', ''])(
  'what is no moment stays as it is: %s',
  (text) => expect(localMoment(text, 'en-GB')).toBeUndefined(),
)
