import { createRoute } from '@tanstack/react-router'
import { deletedIn } from '../views/deleted/deleted-address.js'
import { filesIn } from '../views/files/files-address.js'
import { historyIn } from '../views/history/history-address.js'
import { importIn } from '../views/import/import-address.js'
import { vocabulariesIn } from '../views/vocabularies/vocabularies-address.js'
import { application } from './application.js'
import { tellingView, view } from './view.js'

const files = createRoute({
  getParentRoute: () => application,
  path: 'files',
  validateSearch: filesIn,
  component: view(() => import('../views/files/files.js'), 'Files'),
})

const importing = createRoute({
  getParentRoute: () => application,
  path: 'import',
  validateSearch: importIn,
  component: tellingView(() => import('../views/import/import.js'), 'Import'),
})

const vocabularies = createRoute({
  getParentRoute: () => application,
  path: 'vocabularies',
  validateSearch: vocabulariesIn,
  component: view(() => import('../views/vocabularies/vocabularies.js'), 'Vocabularies'),
})

const history = createRoute({
  getParentRoute: () => application,
  path: 'history',
  validateSearch: historyIn,
  component: view(() => import('../views/history/history.js'), 'History'),
})

const deleted = createRoute({
  getParentRoute: () => application,
  path: 'deleted',
  validateSearch: deletedIn,
  component: view(() => import('../views/deleted/deleted.js'), 'Deleted'),
})

/** Views of the daily work besides records. */
export const workRoutes = [files, importing, vocabularies, history, deleted] as const
