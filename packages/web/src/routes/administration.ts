import { createRoute } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { configurationIn, tableConfigurationIn } from '../views/configuration/configuration-address.js'
import { logIn } from '../views/log/log-address.js'
import { replaceIn } from '../views/replace/replace-address.js'
import { templatesIn } from '../views/templates/templates-address.js'
import { application } from './application.js'
import { inMenu, view, viewWithMessages } from './view.js'

const people = createRoute({
  getParentRoute: () => application,
  ...inMenu('users', { icon: 'people', section: 'administration', level: privileges.admin }),
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
  component: viewWithMessages(() => import('../views/users/person.js'), 'Person'),
})

const keys = createRoute({
  getParentRoute: () => application,
  ...inMenu('keys', { icon: 'key', section: 'administration', level: privileges.admin }),
  component: view(() => import('../views/keys/keys.js'), 'Keys'),
})

const webhooks = createRoute({
  getParentRoute: () => application,
  ...inMenu('webhooks', { icon: 'send', section: 'administration', level: privileges.admin }),
  component: viewWithMessages(() => import('../views/webhooks/webhooks.js'), 'Webhooks'),
})

const deliveries = createRoute({
  getParentRoute: () => application,
  path: 'webhooks/$webhook',
  component: viewWithMessages(() => import('../views/webhooks/deliveries.js'), 'Deliveries'),
})

const backups = createRoute({
  getParentRoute: () => application,
  ...inMenu('backups', { icon: 'backup', section: 'administration', level: privileges.admin }),
  component: view(() => import('../views/backups/backups.js'), 'Backups'),
})

const log = createRoute({
  getParentRoute: () => application,
  ...inMenu('log', { icon: 'log', section: 'administration', level: privileges.admin }),
  validateSearch: logIn,
  component: viewWithMessages(() => import('../views/log/log.js'), 'Log'),
})

const sql = createRoute({
  getParentRoute: () => application,
  ...inMenu('sql', { icon: 'terminal', section: 'administration', level: privileges.super_admin }),
  component: view(() => import('../views/sql/sql.js'), 'Sql'),
})

const upgrade = createRoute({
  getParentRoute: () => application,
  path: 'upgrade',
  component: viewWithMessages(() => import('../views/upgrade/upgrade.js'), 'Upgrade'),
})

const configuration = createRoute({
  getParentRoute: () => application,
  ...inMenu('configuration', { icon: 'settings', section: 'administration', level: privileges.super_admin }),
  validateSearch: configurationIn,
  component: viewWithMessages(() => import('../views/configuration/configuration.js'), 'Configuration'),
})

const tableConfiguration = createRoute({
  getParentRoute: () => application,
  path: 'configuration/$table',
  validateSearch: tableConfigurationIn,
  component: view(() => import('../views/configuration/table-page.js'), 'TableConfiguration'),
})

const replace = createRoute({
  getParentRoute: () => application,
  ...inMenu('replace', { icon: 'replace', section: 'administration', level: privileges.super_admin }),
  validateSearch: replaceIn,
  component: view(() => import('../views/replace/replace.js'), 'Replace'),
})

const libraries = createRoute({
  getParentRoute: () => application,
  ...inMenu('libraries', { icon: 'book', section: 'administration', level: privileges.admin }),
  component: view(() => import('../views/libraries/libraries.js'), 'Libraries'),
})

const templates = createRoute({
  getParentRoute: () => application,
  ...inMenu('templates', { icon: 'template', section: 'administration', level: privileges.super_admin }),
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
  webhooks,
  deliveries,
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
