import type { JsonObject } from '@trowel/contract/json.js'
import { privilegeName } from '@trowel/contract/privileges.js'
import { appStatuses, listColumnsChoices, loadSettings, storeSettings } from '../../catalogue/app-settings.js'
import type { AppSettings } from '../../catalogue/application.js'
import { refuseLostChange } from '../../changed-meanwhile.js'
import type { RequestScope } from '../../http/scope.js'
import { type Message, message } from '../../message.js'
import type { EngineName } from '../../storage/storage.js'
import { changeConfiguration } from './change.js'
import { isUnset, type Problems, readBefore, refuse, wholeNumberOf } from './input-values.js'
import { selectUsers } from './store.js'

const engines: readonly EngineName[] = ['sqlite', 'pgsql']

const colors: readonly string[] = ['indigo', 'blue', 'violet', 'emerald', 'teal', 'amber', 'rose', 'slate']
const maxDefinitionLength = 2000
const largestImage = 20_000

/** The settings of the application and who uses it. What is secret of users or database is no part of it. */
export async function readApp({ application, db }: RequestScope) {
  const { name, settings } = application
  const users = await selectUsers(db.quick)
  return {
    main: {
      name,
      ...changeableOf(settings),
      welcome: settings.welcome,
      db_engine: db.engine,
      version: settings.version,
      db_host: '',
      db_port: '',
      db_name: '',
      db_username: '',
      db_password: '',
    },
    users: users.map((user) => ({
      id: user.id,
      name: user.name,
      email: user.email,
      privilege: user.privilege,
      verbose_privilege: privilegeName(user.privilege),
    })),
    db_engines: [...engines],
    status_options: [...appStatuses],
  }
}

/** What the form of the application changes. */
const changeableOf = (settings: AppSettings) => ({
  definition: settings.definition,
  status: settings.status,
  maxImageSize: settings.maxImageSize,
  list_columns: settings.listColumns,
  color: settings.color,
  lang: settings.lang,
})

/**
 * Changes the settings that the body names and keeps the rest. The status counts at once, for every session.
 * @throws `error_cfg_data_updated` with everything that is wrong; `stale_record` where what is to be
 *   changed is something else by now than `before` says
 */
export function updateApp(scope: RequestScope, body: JsonObject): Promise<void> {
  return changeConfiguration(scope, { event: 'application_edited' }, async ({ tx }) => {
    const problems: Problems = []
    const stored = await loadSettings(tx)
    const settings = readSettings(body, stored, problems)
    const before = readBefore(body, problems)
    refuse(problems)
    refuseLostChange({ before, now: changeableOf(stored), after: changeableOf(settings) })
    await storeSettings(tx, settings)
  })
}

function readSettings(body: JsonObject, stored: AppSettings, problems: Problems): AppSettings {
  const text = (
    key: 'definition' | 'color' | 'lang',
    isValid: (value: string) => boolean,
    rule: Message,
  ): string => {
    const value = body[key]
    if (value === undefined) return stored[key]
    const given = value ?? ''
    if (typeof given === 'string' && !given.includes('\0') && isValid(given)) return given
    problems.push({ field: key, code: 'invalid_value', ...rule })
    return stored[key]
  }
  return {
    ...stored,
    definition: text(
      'definition',
      (value) => value.length <= maxDefinitionLength,
      message('definition_form', { most: maxDefinitionLength }),
    ),
    color: text(
      'color',
      (value) => colors.includes(value),
      message('color_unknown', { colors: colors.join(', ') }),
    ),
    lang: text(
      'lang',
      (value) => value === '' || /^[A-Za-z][A-Za-z-]{1,4}$/.test(value),
      message('language_form', {}),
    ),
    status:
      readChoice(
        body,
        'status',
        appStatuses,
        message('status_unknown', { statuses: appStatuses.join(', ') }),
        problems,
      ) ?? stored.status,
    listColumns:
      readChoice(
        body,
        'list_columns',
        listColumnsChoices,
        message('list_columns_unknown', { choices: listColumnsChoices.join(', ') }),
        problems,
      ) ?? stored.listColumns,
    maxImageSize: readImageSize(body['maxImageSize'], stored, problems),
  }
}

function readChoice<Choice extends string>(
  body: JsonObject,
  field: string,
  choices: readonly Choice[],
  rule: Message,
  problems: Problems,
): Choice | undefined {
  const value = body[field]
  const choice = choices.find((one) => one === value)
  if (value !== undefined && choice === undefined) {
    problems.push({ field, code: 'invalid_value', ...rule })
  }
  return choice
}

function readImageSize(value: unknown, stored: AppSettings, problems: Problems): number {
  if (value === undefined) return stored.maxImageSize
  const size = isUnset(value) ? 0 : wholeNumberOf(value)
  if (size !== undefined && size >= 0 && size <= largestImage) return size
  problems.push({
    field: 'maxImageSize',
    code: 'invalid_value',
    ...message('largest_image_form', { most: largestImage }),
  })
  return stored.maxImageSize
}
