import { describe, expect, test } from 'vitest'
import { identityAfter, isOrcid } from './oauth-identity.js'

describe('an ORCID iD', () => {
  // The examples of ORCID's own documentation: https://support.orcid.org, "Structure of the ORCID
  // Identifier".
  test.each(['0000-0002-1825-0097', '0000-0001-5109-3700', '0000-0002-1694-233X'])('%s is one', (iD) => {
    expect(isOrcid(iD)).toBe(true)
  })

  test.each([
    '0000-0002-1825-0098',
    '0000-0002-1694-2330',
    '0000-0002-1825-009',
    '0000000218250097',
    '0000-0002-1825-0097 ',
    '',
  ])('%j is none', (text) => {
    expect(isOrcid(text)).toBe(false)
  })
})

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
