import { type Static, Type } from 'typebox'
import { Change, ChangeSet, changeOperations } from './changes.js'
import { phrase } from './messages/messages.js'
import { MessageFields } from './messages/params.js'
import { choice, type Input, id, input, nullable, pathId, text, yesOrNo } from './wire/input.js'

/** How many webhooks an application has at the most. */
export const maxWebhooks = 50
/** So many deliveries of a webhook are kept, for so many days at the most. */
export const maxDeliveriesKept = 200
export const deliveryDaysKept = 30
/** How large a body is at the most; changes that do not fit are left out and counted. */
export const maxPayloadBytes = 256 * 1024

const success = Type.Literal('success')
const moment = Type.String({ description: 'ISO 8601 in UTC' })
const Said = Type.Object(MessageFields, {
  description: 'in English; with `sentence` and `facts` other languages say the same',
})

/** What a delivery is about. */
export const deliveryEvents = ['change_set', 'test', 'purged'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]

export const Delivery = Type.Object({
  n: Type.Integer({ description: 'its number; rises' }),
  time: moment,
  event: Type.Enum([...deliveryEvents], {
    description: '`purged`: sets that the journal forgot before they were sent; nothing was sent',
  }),
  set: Type.Union([Type.Integer(), Type.Null()], {
    description: 'id of the change set; of `purged` the last that was passed over; null for a test',
  }),
  attempt: Type.Integer({ description: 'how often this was tried, from 1' }),
  delivered: Type.Boolean({ description: 'was the answer 2xx?' }),
  status: Type.Union([Type.Integer(), Type.Null()], { description: 'of the answer; null when none came' }),
  duration_ms: Type.Integer(),
  error: Type.Union([Said, Type.Null()]),
})
export type Delivery = Static<typeof Delivery>

export const Webhook = Type.Object({
  id: Type.Integer(),
  url: Type.String(),
  tables: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description: 'names of tables; null for changes of everything',
  }),
  operations: Type.Array(Type.Enum([...changeOperations])),
  active: Type.Boolean(),
  as_user: Type.Integer({ description: 'what this user may see is sent' }),
  as_user_name: Type.Union([Type.String(), Type.Null()], { description: 'null when he is gone' }),
  created_at: moment,
  last_set: Type.Integer({ description: 'up to this change set everything was sent, or was not for it' }),
  waiting: Type.Integer({ description: 'how many later sets there are, whether they are for it or not' }),
  failing: Type.Union(
    [Type.Object({ attempts: Type.Integer(), since: moment, next_try: moment }), Type.Null()],
    { description: 'deliveries that failed, one after another, and when the next try is' },
  ),
  paused: Type.Union([Type.Object({ ...Said.properties, time: moment }), Type.Null()], {
    description: 'why the service made it inactive',
  }),
})
export type Webhook = Static<typeof Webhook>

export const WebhooksReply = Type.Object({ status: success, webhooks: Type.Array(Webhook) })

export const WebhookParams = Type.Object({ id: pathId({ description: 'id of the webhook' }) })
export const DeliveryParams = Type.Object({
  id: pathId({ description: 'id of the webhook' }),
  n: pathId({ description: 'number of the delivery' }),
})

const maxUrlLength = 2000

const url = input(
  Type.Refine(
    Type.String({ description: `https://…, up to ${maxUrlLength} characters` }),
    (given) => given.length <= maxUrlLength && URL.canParse(given),
  ),
  (given) => new URL(given),
  { words: phrase('must_be_address', { most: maxUrlLength }), reason: 'not an address' },
)

const maxTables = 500

const settings = {
  tables: Type.Optional(
    input(
      Type.Union([Type.Null(), Type.Array(text({ sentence: 'must_be_a_text' }), { maxItems: maxTables })], {
        description:
          'only changes of records of these tables, and of what hangs from them; null for changes of everything',
      }),
      (given): readonly string[] | null => given,
      { sentence: 'must_be_names', reason: 'not a list of names' },
    ),
  ),
  operations: nullable(
    Type.Array(choice([...changeOperations]), { minItems: 1 }),
    'only changes of these kinds; all of them by default',
    { words: phrase('must_be_operations', { operations: changeOperations.join(', ') }) },
  ),
  active: nullable(yesOrNo, 'false: nothing is sent, and what is committed meanwhile waits'),
}

export const WebhookBody = Type.Object({
  url,
  ...settings,
  as_user: nullable(id(), 'what this user may see is sent; by default the one who makes the webhook'),
})
export type WebhookBody = Input<typeof WebhookBody>

export const WebhookChangeBody = Type.Object({
  url: Type.Optional(url),
  ...settings,
  as_user: nullable(id(), 'what this user may see is sent'),
  skip: nullable(yesOrNo, 'true: what waits is not sent'),
})
export type WebhookChangeBody = Input<typeof WebhookChangeBody>

const secret = Type.String({ description: '`whsec_` and base64: shown here and never again' })

export const WebhookCreatedReply = Type.Object({
  status: success,
  code: Type.Literal('ok_webhook_created'),
  webhook: Webhook,
  secret,
})
export const WebhookUpdatedReply = Type.Object({
  status: success,
  code: Type.Literal('ok_webhook_updated'),
  webhook: Webhook,
})
export const WebhookDeletedReply = Type.Object({ status: success, code: Type.Literal('ok_webhook_deleted') })

export const WebhookSecretReply = Type.Object({
  status: success,
  code: Type.Literal('ok_webhook_secret_renewed'),
  secret,
  former_until: Type.String({
    description: 'ISO 8601 in UTC; until then each delivery is signed with the former secret, too',
  }),
})

export const DeliveriesReply = Type.Object({
  status: success,
  deliveries: Type.Array(Delivery, { description: `newest first, ${maxDeliveriesKept} at the most` }),
})
export const DeliveryReply = Type.Object({ status: success, delivery: Delivery })

/** The body of a delivery. */
export const WebhookPayload = Type.Union([
  Type.Object({
    type: Type.Literal('change_set'),
    timestamp: moment,
    data: Type.Object({
      app: Type.String(),
      webhook: Type.Integer(),
      change_set: ChangeSet,
      total: Type.Integer({ description: 'how many changes are for this webhook' }),
      changes: Type.Array(Change),
      left_out: Type.Integer({ description: 'how many of them are not in `changes`' }),
      more_at: Type.Union([Type.String(), Type.Null()], {
        description: 'where all changes of the set are read; null when none is left out',
      }),
    }),
  }),
  Type.Object({
    type: Type.Literal('test'),
    timestamp: moment,
    data: Type.Object({ app: Type.String(), webhook: Type.Integer() }),
  }),
])
export type WebhookPayload = Static<typeof WebhookPayload>
