import { describe, expect, test } from 'vitest'
import { isOrcid, readWebAddress } from './web-address.js'

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

describe('an address of the web', () => {
  test.each([
    ['https://example.org/dig/', 'web', 'https://example.org/dig/', 'example.org/dig'],
    [' http://example.org ', 'web', 'http://example.org', 'example.org'],
    ['www.example.org/a?b=c#d', 'web', 'https://www.example.org/a?b=c#d', 'example.org/a?b=c#d'],
    ['10.5284/1000099', 'doi', 'https://doi.org/10.5284/1000099', '10.5284/1000099'],
    ['doi: 10.5284/1000099', 'doi', 'https://doi.org/10.5284/1000099', '10.5284/1000099'],
    [
      'http://dx.doi.org/10.1017/RDC.2020.41',
      'doi',
      'https://doi.org/10.1017/RDC.2020.41',
      '10.1017/RDC.2020.41',
    ],
    [
      '10.1002/(SICI)1099<1::AID>3.0.CO;2-#',
      'doi',
      'https://doi.org/10.1002/(SICI)1099%3C1::AID%3E3.0.CO;2-%23',
      '10.1002/(SICI)1099<1::AID>3.0.CO;2-#',
    ],
    ['0000-0002-1694-233x', 'orcid', 'https://orcid.org/0000-0002-1694-233X', '0000-0002-1694-233X'],
    [
      'https://orcid.org/0000-0002-1825-0097',
      'orcid',
      'https://orcid.org/0000-0002-1825-0097',
      '0000-0002-1825-0097',
    ],
  ])('%j is read as %s', (written, kind, url, text) => {
    expect(readWebAddress(written)).toEqual({ kind, url, text })
    expect(readWebAddress(url)).toEqual({ kind, url, text })
  })

  test.each([
    '',
    'example',
    'example.org',
    'javascript:alert(1)',
    'JavaScript://example.org/%0aalert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'file:///etc/passwd',
    'https://',
    'https:///example.org',
    'https://name:word@example.org/',
    'https://example.org/a b',
    'https://exa\u0000mple.org/',
    'https://orcid.org/0000-0002-1825-0098',
    '0000-0002-1825-0098',
    '10.12/x',
    'http://[::1',
  ])('%j is none', (written) => {
    expect(readWebAddress(written)).toBeUndefined()
  })
})
