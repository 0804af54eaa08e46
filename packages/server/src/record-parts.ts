import type { Services } from './http/services.js'
import { citationsPart } from './modules/citations/index.js'
import { filesPart, filesUndo } from './modules/files/index.js'
import { geoPart } from './modules/geo/index.js'
import { manualLinksPart } from './modules/manual-links/index.js'
import { relationsUndo, stratigraphyPart } from './modules/stratigraphy/index.js'
import type { RecordPart } from './records/rows/record-part.js'
import type { UndoRule } from './records/undoing/undo-rule.js'

/** Everything that can hang from a record, so that reading, keeping and deleting one forgets nothing. */
export const recordParts = (services: Services): readonly RecordPart[] => [
  filesPart(services),
  geoPart,
  stratigraphyPart,
  manualLinksPart,
  citationsPart,
]

/** What else holds when changes of such rows are undone. */
export const undoRules = (services: Services): readonly UndoRule[] => [relationsUndo, filesUndo(services)]
