import { createRoute } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { deletedIn } from '../views/deleted/deleted-address.js'
import { filesIn } from '../views/files/files-address.js'
import { changeSetIn, historyIn } from '../views/history/history-address.js'
import { importIn } from '../views/import/import-address.js'
import { vocabulariesIn } from '../views/vocabularies/vocabularies-address.js'
import { application } from './application.js'
import { inMenu, view, viewWithMessages } from './view.js'

const files = createRoute({
  getParentRoute: () => application,
  ...inMenu('files', { icon: 'picture', section: 'work', level: privileges.reader }),
  validateSearch: filesIn,
  component: view(() => import('../views/files/files.js'), 'Files'),
})

const importing = createRoute({
  getParentRoute: () => application,
  ...inMenu('import', { icon: 'import', section: 'work', level: privileges.writer }),
  validateSearch: importIn,
  component: viewWithMessages(() => import('../views/import/import.js'), 'Import'),
})

const vocabularies = createRoute({
  getParentRoute: () => application,
  ...inMenu('vocabularies', { icon: 'vocabulary', section: 'work', level: privileges.reader }),
  validateSearch: vocabulariesIn,
  component: view(() => import('../views/vocabularies/vocabularies.js'), 'Vocabularies'),
})

const history = createRoute({
  getParentRoute: () => application,
  ...inMenu('history', { icon: 'history', section: 'work', level: privileges.reader }),
  validateSearch: historyIn,
  component: viewWithMessages(() => import('../views/history/history.js'), 'History'),
})

const changeSet = createRoute({
  getParentRoute: () => application,
  path: 'history/$set',
  validateSearch: changeSetIn,
  component: viewWithMessages(() => import('../views/history/change-set-view.js'), 'ChangeSetView'),
})

const deleted = createRoute({
  getParentRoute: () => application,
  ...inMenu('deleted', { icon: 'bin', section: 'work', level: privileges.reader }),
  validateSearch: deletedIn,
  component: view(() => import('../views/deleted/deleted.js'), 'Deleted'),
})

/** Views of the daily work besides records. */
export const workRoutes = [files, importing, vocabularies, history, changeSet, deleted] as const
