import type { Services } from './http/services.js'
import { citationsPart } from './modules/citations/service.js'
import { filesPart } from './modules/files/service.js'
import { geoPart } from './modules/geo/service.js'
import { manualLinksPart } from './modules/manual-links/service.js'
import type { RecordPart } from './modules/records/rows/record-part.js'
import { stratigraphyPart } from './modules/stratigraphy/service.js'

/** Everything that can hang from a record, so that reading, keeping and deleting one forgets nothing. */
export const recordParts = (services: Services): readonly RecordPart[] => [
  filesPart(services),
  geoPart,
  stratigraphyPart,
  manualLinksPart,
  citationsPart,
]
