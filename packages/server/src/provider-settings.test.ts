import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.js'

const campus = {
  TROWEL_OIDC_PROVIDERS: 'campus',
  TROWEL_OIDC_CAMPUS_ISSUER: 'https://login.campus.example/realms/all',
  TROWEL_OIDC_CAMPUS_ID: 'trowel',
  TROWEL_OIDC_CAMPUS_SECRET: 's',
}
const google = { TROWEL_OAUTH_GOOGLE_ID: 'id', TROWEL_OAUTH_GOOGLE_SECRET: 's' }
const providers = (environment: Record<string, string>) => readConfig(environment, 2).identityProviders

describe('the settings of identity providers', () => {
  test.each([
    ['no settings', {}, []],
    ['an id without a secret', { TROWEL_OAUTH_GOOGLE_ID: 'id' }, []],
    ['a secret that is blank', { ...google, TROWEL_OAUTH_GOOGLE_SECRET: ' ' }, []],
    ['one that is known and a further one', { ...campus, ...google }, ['Google', 'campus']],
    ['a name twice', { ...campus, TROWEL_OIDC_PROVIDERS: 'campus, campus' }, ['campus']],
    ['a label', { ...campus, TROWEL_OIDC_CAMPUS_LABEL: 'Þ University' }, ['Þ University']],
  ])('%s', (_case, environment, labels) => {
    expect(providers(environment).map(({ label }) => label)).toEqual(labels)
  })

  test('Google at another place is nobody who signs as Google', () => {
    expect(providers(google)[0]?.issuer).toBe('https://accounts.google.com')
    const token = 'http://127.0.0.1:9/token'
    const [elsewhere] = providers({ ...google, TROWEL_OAUTH_GOOGLE_TOKEN: token })
    expect([elsewhere?.issuer, elsewhere?.endpoints?.token]).toEqual([undefined, token])
  })

  test.each([
    ['a provider without anything', { TROWEL_OIDC_PROVIDERS: 'campus' }],
    ['a provider without a secret', { ...campus, TROWEL_OIDC_CAMPUS_SECRET: '' }],
    ['a name with a dash', { TROWEL_OIDC_PROVIDERS: 'my-campus' }],
    ['a known name', { TROWEL_OIDC_PROVIDERS: 'google' }],
    ['an issuer without encryption', { ...campus, TROWEL_OIDC_CAMPUS_ISSUER: 'http://campus.example' }],
    ['an issuer that is no address', { ...campus, TROWEL_OIDC_CAMPUS_ISSUER: 'campus' }],
    ['an endpoint without encryption', { ...google, TROWEL_OAUTH_GOOGLE_TOKEN: 'http://google.example' }],
    ['an address of the service that is none', { TROWEL_PUBLIC_URL: 'records.example' }],
  ])('%s stops the start', (_case, environment) => {
    expect(() => providers(environment)).toThrow(ConfigError)
  })
})
