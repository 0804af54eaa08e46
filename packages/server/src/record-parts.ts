import type { Services } from './http/services.js'
import { citationsPart } from './modules/citations/index.js'
import { filesPart } from './modules/files/index.js'
import { geoPart } from './modules/geo/index.js'
import { manualLinksPart } from './modules/manual-links/index.js'
import { stratigraphyPart } from './modules/stratigraphy/index.js'
import type { RecordPart } from './records/rows/record-part.js'

/** Everything that can hang from a record, so that reading, keeping and deleting one forgets nothing. */
export const recordParts = (services: Services): readonly RecordPart[] => [
  filesPart(services),
  geoPart,
  stratigraphyPart,
  manualLinksPart,
  citationsPart,
]
