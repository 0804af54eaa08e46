import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.js'

describe('the settings of a service', () => {
  test.each([
    ['TROWEL_LOG_LEVEL', 'loud'],
    ['TROWEL_CORS_ORIGINS', 'records.example'],
    ['TROWEL_CORS_ORIGINS', 'https://records.example/'],
    ['TROWEL_CORS_ORIGINS', '*'],
    ['TROWEL_WEBHOOK_HOSTS', 'https://hooks.intern.example'],
    ['TROWEL_WEBHOOK_HOSTS', 'Hooks.Intern.example'],
    ['TROWEL_WEBHOOK_HOSTS', 'hooks.intern.example/path'],
    ['TROWEL_TRUST_PROXY', 'gateway'],
    ['TROWEL_TRUST_PROXY', '10.0.0.0/33'],
    ['TROWEL_PORT', '70000'],
    ['TROWEL_WORKERS', '0'],
    ['TROWEL_ALLOW_NEW_APP', 'maybe'],
    ['TROWEL_DATABASE_URL', 'mysql://records'],
    ['TROWEL_FILES_URL', 'ftp://records'],
    ['TROWEL_KEY_PREFIX', 'a b'],
    ['TROWEL_PUBLIC_URL', 'https://records.example:99999'],
    ['TROWEL_BACKUP_FILES', 'y'],
    ['TROWEL_LIMIT_QUERY_TIME_MS', '9999999999'],
    ['TROWEL_LIMIT_RASTER_MINUTES', '43200'],
    ['TROWEL_REFMAN_URL', 'http://library.example'],
  ])('%s cannot be "%s", and the start says so by name', (name, value) => {
    const read = () => readConfig({ [name]: value }, 2)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(name)
  })

  test('all that is wrong is told at once', () => {
    const read = () => readConfig({ TROWEL_PORT: 'x', TROWEL_LOG_LEVEL: 'loud' }, 2)
    expect(read).toThrow(/TROWEL_LOG_LEVEL[\s\S]*TROWEL_PORT/)
  })

  test('origins and proxies are lists', () => {
    const config = readConfig(
      {
        TROWEL_CORS_ORIGINS: 'https://a.example http://localhost:5173',
        TROWEL_TRUST_PROXY: 'loopback, 10.0.0.0/8 fd00::/8 192.0.2.7',
      },
      2,
    )
    expect(config.corsOrigins).toEqual(['https://a.example', 'http://localhost:5173'])
    expect(config.trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7'])
  })
})
