import { describe, expect, test } from 'vitest'
import { identityAfter } from './oauth-identity.js'

describe('the external identity after a form', () => {
  const stored = { provider: 'google', subject: '117' } as const
  const orcid = { provider: 'orcid', subject: '0000-0002-1694-233X' } as const

  test.each([
    ['says nothing', {}, stored, stored],
    ['says the same provider', { oauthProvider: 'google' }, stored, stored],
    ['sends back what it read', { oauthProvider: 'google', oauthSubject: '117' }, stored, stored],
    ['sends back that there is none', { oauthProvider: null, oauthSubject: null }, null, null],
    ['unlinks', { oauthProvider: null }, stored, null],
    ['unlinks with an empty text', { oauthProvider: '' }, stored, null],
    [
      'names an iD in small letters',
      { oauthProvider: 'orcid', oauthSubject: ' 0000-0002-1694-233x' },
      stored,
      orcid,
    ],
    ['names Google without a person', { oauthProvider: 'google' }, null, null],
    [
      'names a provider of this service',
      { oauthProvider: 'keycloak', oauthSubject: 'k1', furtherProviders: ['orcid', 'keycloak'] },
      null,
      { provider: 'keycloak', subject: 'k1' },
    ],
    [
      'sends back a provider that is known no more',
      { oauthProvider: 'keycloak', oauthSubject: 'k1' },
      { provider: 'keycloak', subject: 'k1' },
      { provider: 'keycloak', subject: 'k1' },
    ],
    ['names another person', { oauthSubject: '118' }, stored, { provider: 'google', subject: '118' }],
  ])('that %s', (_case, input, before, after) => {
    expect(identityAfter(input, before)).toEqual({ identity: after })
  })

  test.each([
    ['an unknown provider', { oauthProvider: 'facebook', oauthSubject: '1' }, 'oauth_provider'],
    ['ORCID without an iD', { oauthProvider: 'orcid' }, 'oauth_sub'],
    ['a wrong iD', { oauthProvider: 'orcid', oauthSubject: '0000-0002-1825-0098' }, 'oauth_sub'],
    ['a person with a NUL', { oauthProvider: 'google', oauthSubject: 'a\u0000' }, 'oauth_sub'],
    ['a person of 256 characters', { oauthProvider: 'google', oauthSubject: 'x'.repeat(256) }, 'oauth_sub'],
  ])('%s is a problem', (_case, input, field) => {
    expect(identityAfter(input, null)).toMatchObject({ field })
  })
})
