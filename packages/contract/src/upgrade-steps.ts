import type { Sentences } from './sentences.js'

/**
 * What each step of the database brings, in words that an administrator understands. A step is named
 * `NNNN_what_it_does` for ever.
 */
export const upgradeSteps = {
  '0001_initial': 'The tables that every application has, and its first settings',
  '0002_file_binaries': 'Files know the size and the digest of their contents',
  '0003_jobs': 'Long work goes on by itself, and says how far it is',
  '0004_versions_by_user': 'What one person changed is found quickly',
  '0005_once': 'Logins and downloads under way are known to every server of the service',
  '0006_boxes_of_geometries': 'The map finds quickly what lies in view',
  '0007_cached_works': 'Citations keep the whole work, and libraries send only what has changed',
  '0008_codes_of_events': 'Lines of the log can be read in the language of the page',
  '0009_keys_that_manage': 'API keys manage people, keys and backups only when they were made for it',
  '0010_creations': 'Who made a record, and when, is kept and shown',
  '0011_phases_of_jobs': 'Jobs say whether they wait, read or write',
  '0012_list_columns': 'The application says which columns lists have for programs that name none',
  '0013_key_salt': 'Keys for signing and encrypting are the application’s own; people log in once more',
} as const satisfies Sentences

export type UpgradeStep = keyof typeof upgradeSteps

export const isUpgradeStep = (name: string): name is UpgradeStep => Object.hasOwn(upgradeSteps, name)
