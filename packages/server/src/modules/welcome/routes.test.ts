import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'

describe.each(oneEngine)('the welcome text (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const read = async () => (await dig.get('/api/welcome', 'reader')).json()

  test('of a new application says what it is', async () => {
    expect(await read()).toEqual({ status: 'success', content: '# DIG\n\nA small dig' })
  })

  test.each([
    ['Markdown with HTML', '# Öfen\n<b onclick="x()">8 June</b> <?php ?> 🏺\r\n\t'],
    ['nothing', ''],
    ['as much as may be', '🏺'.repeat(65_536)],
  ])('is kept as it was written: %s', async (_case, content) => {
    const reply = await dig.put('/api/welcome', { content }, 'admin')
    expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'success', code: 'ok_save' }])
    expect((await read()).content).toBe(content)
  })

  test.each([
    ['nothing at all', undefined, 400, 'parameter_missing'],
    ['no content', {}, 400, 'parameter_missing'],
    ['a number', { content: 1 }, 400, 'invalid_parameter'],
    ['a NUL character', { content: 'a\0' }, 400, 'invalid_parameter'],
    ['too much', { content: 'a'.repeat(65_537) }, 413, 'too_large'],
  ])('%s is refused', async (_case, body, status, code) => {
    const before = await read()
    const reply = await dig.put('/api/welcome', body, 'admin')
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
    expect(await read()).toEqual(before)
  })
})
