/**
 * What no statement of a person may read, by table: hashes of passwords and keys, keys that are stored
 * encrypted, what is good for one time until it is taken, and the salt of the application's keys.
 */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  sys_users: ['password'],
  sys_api_keys: ['key_hash'],
  sys_refman_libs: ['api_key'],
  sys_once: ['key', 'content'],
  sys_key_salt: ['salt'],
  sys_webhooks: ['secret', 'former_secret'],
}
