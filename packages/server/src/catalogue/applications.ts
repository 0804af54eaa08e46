import type { Application } from './application.js'

/** The applications of this service, each opened and migrated when it is first asked for. */
export interface Applications {
  /** Names of all that exist, ascending. */
  names(): Promise<string[]>
  /** `undefined` when there is none of that name. */
  open(name: string): Promise<Application | undefined>
  /**
   * Opens it as well, but does not wait for its upgrade: do migrations wait, because they are being run on
   * any node, or because one failed?
   */
  isBehind(name: string): Promise<boolean>
  /**
   * Makes a new application: system tables, settings, first super-admin; all of it or nothing.
   *
   * @param furnish fills it further before anybody can see it; when it fails there is no application
   * @throws StorageError `exists`
   */
  create(
    name: string,
    first: FirstSettings,
    furnish?: (application: Application) => Promise<void>,
  ): Promise<Application>
  close(): Promise<void>
}

export interface FirstSettings {
  /** Only while there is no application. */
  readonly asFirst?: boolean
  readonly definition: string
  readonly superAdmin: { readonly name: string; readonly email: string; readonly passwordHash: string }
}
