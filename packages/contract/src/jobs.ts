import Type, { type Static } from 'typebox'
import { pathId } from './wire/input.js'

export const JobParams = Type.Object({ id: pathId() })

const Refusal = Type.Object({ code: Type.String(), text: Type.String() }, { additionalProperties: true })

/** What a job is doing while it runs. */
export const JobPhase = Type.Union([
  Type.Literal('waiting'),
  Type.Literal('reading'),
  Type.Literal('writing'),
])
export type JobPhase = Static<typeof JobPhase>

const JobResult = Type.Object(
  {
    change_set: Type.Optional(
      Type.Unknown({ description: 'id of the change set that was made; of an undo the set itself' }),
    ),
  },
  { additionalProperties: true },
)

/** Work that goes on after the answer to the request that began it. */
export const Job = Type.Object({
  id: Type.Integer(),
  kind: Type.String({
    description:
      'what it does: `import_data`, `import_new_table`, `import_geojson`, `import_relations`, `import_photos`, `undo`, `refman_sync`, `radiocarbon_recalibrate`, `map_raster`',
  }),
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  phase: Type.Union([JobPhase, Type.Null()], {
    description:
      'of an import or an undo that runs: it waits for its turn, reads the file, or writes; else null',
  }),
  done: Type.Integer({
    description:
      'rows, features, pictures or dates that it has got through; reading the file counts for a tenth of them',
  }),
  total: Type.Integer(),
  started: Type.String({ description: 'ISO 8601, UTC' }),
  ended: Type.Union([Type.String(), Type.Null()]),
  result: Type.Union([JobResult, Type.Null()], {
    description: 'what the request would have answered, had it waited',
  }),
  error: Type.Union([Refusal, Type.Null()], { description: 'how the request would have been refused' }),
  errors: Type.Array(Type.Object({}, { additionalProperties: true }), {
    description: 'the `errors` of that refusal',
  }),
})
export type Job = Static<typeof Job>

export const JobReply = Type.Object({ status: Type.Literal('success'), job: Job })

/** The answer to a request whose work goes on in the background. */
export const JobStartedReply = Type.Object({
  status: Type.Literal('success'),
  code: Type.Literal('job_started'),
  job: Job,
})
