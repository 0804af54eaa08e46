import {
  choice,
  clearable,
  type Decoded,
  flag,
  type Input,
  id,
  line,
  name,
  optional,
} from '@trowel/contract/wire/input.js'
import Fastify, { type FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { afterAll, expect, test } from 'vitest'
import { replyWithError } from './error-reply.js'
import { lazyValidators } from './lazy-validators.js'
import { readForm } from './query-string.js'
import type { Routes } from './read-input.js'

const Label = Type.Object({
  tb: name({ code: 'unknown_table', status: 422 }),
  record: id(),
  title: line(10),
  force: optional(flag()),
  place: optional(choice(['above', 'below'])),
  note: clearable(line(10)),
  parts: optional(Type.Array(Type.Object({ id: id() }))),
})

const server = Fastify()
server.setValidatorCompiler(lazyValidators)
server.setErrorHandler(replyWithError)
server.addContentTypeParser<string>(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  async (_request: FastifyRequest, text: string) => readForm(text),
)
const routes: Routes = async (plugin) => {
  plugin.post('/', { schema: { body: Label } }, async ({ body }) => {
    const decoded: Decoded<typeof Label> = body
    return decoded
  })
}
server.register(routes)
afterAll(() => server.close())

const send = async (payload: Input<typeof Label> | object | string) => {
  const headers = typeof payload === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return server.inject({ method: 'POST', url: '/', payload, headers })
}
const whole = { tb: 'finds', record: 7, title: 'A' }

test('a handler gets typed values, whether they came as JSON or as the texts of a form', async () => {
  const decoded = { tb: 'finds', record: 7, title: 'A wall', force: true, place: 'above' }
  expect((await send({ ...decoded, title: ' A wall ' })).json()).toEqual(decoded)
  expect((await send('tb=finds&record=7&title=A+wall&force=1&place=above')).json()).toEqual(decoded)
})

test('null and an empty text mean that nothing was given, or take away what is stored', async () => {
  expect((await send({ ...whole, force: null, place: '' })).json()).toEqual(whole)
  for (const note of [null, ''])
    expect((await send({ ...whole, note })).json()).toEqual({ ...whole, note: null })
})

test('everything that is wrong is told at once, and what is missing decides the code', async () => {
  const reply = await send({
    tb: ['finds'],
    title: ' ',
    force: 'perhaps',
    place: 'beside',
    parts: [{ id: 1 }, { id: 'x' }],
  })
  const text = [
    'There is no such table.',
    '"record" is missing.',
    '"title" is missing.',
    '"force" must be true or false.',
    '"place" must be above or below.',
    '"parts[1].id" must be the id, a whole number from 1.',
  ]
  expect([reply.statusCode, reply.json()]).toEqual([
    400,
    {
      status: 'error',
      code: 'parameter_missing',
      text: text.join(' '),
      sentence: 'first_and_further',
      facts: expect.objectContaining({
        first: text[0],
        further: text.slice(1).join(' '),
        'further.sentence': 'first_and_further',
        'further.first.sentence': 'parameter_is_missing',
        'further.first.name': 'record',
      }),
      detail: 'record',
      errors: [
        { field: 'tb', code: 'unknown_table', text: text[0] },
        {
          field: 'record',
          code: 'parameter_missing',
          text: text[1],
          sentence: 'parameter_is_missing',
          facts: { name: 'record' },
        },
        {
          field: 'title',
          code: 'parameter_missing',
          text: text[2],
          sentence: 'parameter_is_missing',
          facts: { name: 'title' },
        },
        {
          field: 'force',
          code: 'invalid_parameter',
          text: text[3],
          sentence: 'parameter_wrong',
          facts: { name: 'force', reason: 'must be true or false', 'reason.sentence': 'must_be_truth' },
        },
        {
          field: 'place',
          code: 'invalid_parameter',
          text: text[4],
          sentence: 'parameter_wrong',
          facts: {
            name: 'place',
            reason: 'must be above or below',
            'reason.sentence': 'must_be',
            'reason.value': 'above or below',
            'reason.value.sentence': 'one_or_other',
            'reason.value.one': 'above',
            'reason.value.other': 'below',
          },
        },
        {
          field: 'parts[1].id',
          code: 'invalid_parameter',
          text: text[5],
          sentence: 'parameter_wrong',
          facts: {
            name: 'parts[1].id',
            reason: 'must be the id, a whole number from 1',
            'reason.sentence': 'must_be_id_from_one',
          },
        },
      ],
    },
  ])
})

test.each<[string, object, number, string, unknown]>([
  ['another code and status', { tb: 5 }, 422, 'unknown_table', { name: 'tb', reason: expect.any(String) }],
  [
    'the usual code',
    { record: 0 },
    400,
    'invalid_parameter',
    { name: 'record', reason: 'not a whole number from 1' },
  ],
  ['an id beyond all', { record: '9'.repeat(20) }, 400, 'invalid_parameter', expect.anything()],
  ['a list in the place of a text', { title: ['A'] }, 400, 'invalid_parameter', expect.anything()],
  ['too long a text', { title: 'x'.repeat(11) }, 400, 'invalid_parameter', expect.anything()],
])('one wrong value is refused with its own words: %s', async (_case, change, status, code, detail) => {
  const reply = await send({ ...whole, ...change })
  expect([reply.statusCode, reply.json().code, reply.json().detail]).toEqual([status, code, detail])
})

test('a body that is no object is refused', async () => {
  expect((await send([1])).json()).toMatchObject({ code: 'invalid_parameter', errors: [{ field: 'body' }] })
})
