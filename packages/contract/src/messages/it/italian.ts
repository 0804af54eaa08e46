import type { Messages } from '../messages.js'
import { access } from './access.js'
import { changes } from './changes.js'
import { charts } from './charts.js'
import { citations } from './citations.js'
import { configuration } from './configuration.js'
import { events } from './events.js'
import { files } from './files.js'
import { filters } from './filters.js'
import { findings } from './findings.js'
import { geometry } from './geometry.js'
import { imports } from './imports.js'
import { layouts } from './layouts.js'
import { operations } from './operations.js'
import { osteology } from './osteology.js'
import { records } from './records.js'
import { requests } from './requests.js'
import { schemaTexts } from './schema-texts.js'
import { stratigraphy } from './stratigraphy.js'
import { undoing } from './undoing.js'
import { values } from './values.js'
import { webhooks } from './webhooks.js'

export const messages: Messages = {
  codes: {
    ...requests.codes,
    ...access.codes,
    ...operations.codes,
    ...filters.codes,
    ...records.codes,
    ...changes.codes,
    ...undoing.codes,
    ...values.codes,
    ...stratigraphy.codes,
    ...files.codes,
    ...imports.codes,
    ...geometry.codes,
    ...layouts.codes,
    ...charts.codes,
    ...configuration.codes,
    ...schemaTexts.codes,
    ...citations.codes,
    ...webhooks.codes,
  },
  problems: {
    ...requests.problems,
    ...access.problems,
    ...operations.problems,
    ...filters.problems,
    ...records.problems,
    ...changes.problems,
    ...undoing.problems,
    ...values.problems,
    ...osteology.problems,
    ...stratigraphy.problems,
    ...files.problems,
    ...imports.problems,
    ...geometry.problems,
    ...layouts.problems,
    ...charts.problems,
    ...configuration.problems,
    ...schemaTexts.problems,
    ...citations.problems,
    ...webhooks.problems,
  },
  findings,
  events,
  doers: { command_line: 'riga di comando' },
  steps: operations.steps,
  changedFields: changes.changedFields,
}
