import { initial } from './0001-initial.js'
import { fileBinaries } from './0002-file-binaries.js'
import { jobs } from './0003-jobs.js'
import { versionsByUser } from './0004-versions-by-user.js'
import { once } from './0005-once.js'
import { boxesOfGeometries } from './0006-boxes-of-geometries.js'
import { cachedWorks } from './0007-cached-works.js'
import { codesOfEvents } from './0008-codes-of-events.js'
import { keysThatManage } from './0009-keys-that-manage.js'
import { creations } from './0010-creations.js'
import { phasesOfJobs } from './0011-phases-of-jobs.js'
import { listColumns } from './0012-list-columns.js'
import { keySalt } from './0013-key-salt.js'
import { journal } from './0014-journal.js'
import { undoneSets } from './0015-undone-sets.js'
import { webhooks } from './0016-webhooks.js'
import { stamps } from './0017-stamps.js'
import { oneHistory } from './0018-one-history.js'
import { sizesOfPictures } from './0020-sizes-of-pictures.js'
import { atHand } from './0021-at-hand.js'
import { mapViews } from './0022-map-views.js'
import { marksOfPictures } from './0024-marks-of-pictures.js'
import { backupSchedule } from './0026-backup-schedule.js'
import { adoptedFrom } from './0028-adopted-from.js'
import { placeOfCover } from './0031-place-of-cover.js'
import { stampsOfMany } from './0032-stamps-of-many.js'
import { indexesOfPrefixes } from './0033-indexes-of-prefixes.js'
import type { Step } from './migration.js'

/** All migrations, in the order in which they run. */
export const migrations: readonly Step[] = [
  initial,
  fileBinaries,
  jobs,
  versionsByUser,
  once,
  boxesOfGeometries,
  cachedWorks,
  codesOfEvents,
  keysThatManage,
  creations,
  phasesOfJobs,
  listColumns,
  keySalt,
  journal,
  undoneSets,
  webhooks,
  stamps,
  oneHistory,
  sizesOfPictures,
  atHand,
  mapViews,
  marksOfPictures,
  backupSchedule,
  adoptedFrom,
  placeOfCover,
  stampsOfMany,
  indexesOfPrefixes,
]
