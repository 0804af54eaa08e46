import { createRoute } from '@tanstack/react-router'
import { configurationIn, tableConfigurationIn } from '../views/configuration/configuration-address.js'
import { logIn } from '../views/log/log-address.js'
import { replaceIn } from '../views/replace/replace-address.js'
import { templatesIn } from '../views/templates/templates-address.js'
import { application } from './application.js'
import { tellingView, view } from './view.js'

const people = createRoute({
  getParentRoute: () => application,
  path: 'users',
  component: view(() => import('../views/users/users.js'), 'Users'),
})

const newPerson = createRoute({
  getParentRoute: () => application,
  path: 'users/new',
  component: view(() => import('../views/users/new-person.js'), 'NewPerson'),
})

const person = createRoute({
  getParentRoute: () => application,
  path: 'users/$person',
  component: view(() => import('../views/users/person.js'), 'Person'),
})

const keys = createRoute({
  getParentRoute: () => application,
  path: 'keys',
  component: view(() => import('../views/keys/keys.js'), 'Keys'),
})

const backups = createRoute({
  getParentRoute: () => application,
  path: 'backups',
  component: view(() => import('../views/backups/backups.js'), 'Backups'),
})

const log = createRoute({
  getParentRoute: () => application,
  path: 'log',
  validateSearch: logIn,
  component: tellingView(() => import('../views/log/log.js'), 'Log'),
})

const sql = createRoute({
  getParentRoute: () => application,
  path: 'sql',
  component: view(() => import('../views/sql/sql.js'), 'Sql'),
})

const upgrade = createRoute({
  getParentRoute: () => application,
  path: 'upgrade',
  component: tellingView(() => import('../views/upgrade/upgrade.js'), 'Upgrade'),
})

const configuration = createRoute({
  getParentRoute: () => application,
  path: 'configuration',
  validateSearch: configurationIn,
  component: tellingView(() => import('../views/configuration/configuration.js'), 'Configuration'),
})

const tableConfiguration = createRoute({
  getParentRoute: () => application,
  path: 'configuration/$table',
  validateSearch: tableConfigurationIn,
  component: view(() => import('../views/configuration/table-page.js'), 'TableConfiguration'),
})

const replace = createRoute({
  getParentRoute: () => application,
  path: 'replace',
  validateSearch: replaceIn,
  component: view(() => import('../views/replace/replace.js'), 'Replace'),
})

const libraries = createRoute({
  getParentRoute: () => application,
  path: 'libraries',
  component: view(() => import('../views/libraries/libraries.js'), 'Libraries'),
})

const templates = createRoute({
  getParentRoute: () => application,
  path: 'templates',
  validateSearch: templatesIn,
  component: view(() => import('../views/templates/templates.js'), 'Templates'),
})

const layout = createRoute({
  getParentRoute: () => application,
  path: 'templates/$table/$layout',
  component: view(() => import('../views/templates/layout-editor.js'), 'LayoutEditor'),
})

/** Views of those who look after an application. */
export const administrationRoutes = [
  people,
  newPerson,
  person,
  keys,
  backups,
  log,
  sql,
  upgrade,
  configuration,
  tableConfiguration,
  replace,
  libraries,
  templates,
  layout,
] as const
