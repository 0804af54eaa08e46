import { describe, expect, test } from 'vitest'
import { authorYear, citationCleaner, readItems } from './library-item.js'

describe('a citation as HTML', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&#58;alert(1)">x</a>',
    '<a href="&#x6A;avascript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="//evil.example/">x</a>',
    '<a href="/api/auth/logout">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<iframe src="https://evil.example"></iframe>',
    '<div style="background:url(javascript:alert(1))">x</div>',
    '<div onclick="alert(1)" id="app" class="fixed overlay">x</div>',
    '<form action="https://evil.example"><input name=password></form>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
    '<style>@import "https://evil.example"</style>',
    '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">',
    '<p><b<script>alert(1)</script>',
    '<!--><img src=x onerror=alert(1)>-->',
    '<textarea></textarea><script>alert(1)</script>',
    '<?xml version="1.0"?><?php echo 1 ?><script>alert(1)</script>',
    `${'<div>'.repeat(20_000)}<script>alert(1)</script>`,
  ])('%.60s cannot do anything', async (html) => {
    const clean = (await citationCleaner())(html)
    expect(clean).not.toMatch(/<(?!\/?(div|span|p|br|i|em|b|strong|sup|sub|a)\b)/i)
    expect(clean).not.toMatch(/<[^>]*\s(on\w+|style|src|id|action)\s*=/i)
    expect(clean).not.toMatch(/(javascript|vbscript|data):/i)
    for (const [tag] of clean.matchAll(/<a [^>]*>/g)) {
      expect(tag).toMatch(
        /^<a (href="https?:\/\/[^"]*" )?(class="[^"]*" )?rel="noopener noreferrer" target="_blank">$/,
      )
    }
    expect(clean).not.toMatch(/class="(?!csl-)/)
  })

  test('is left out where it is longer than any citation, and so is a work', async () => {
    const work = { key: 'AAAAAAA2', version: 1, data: { title: 'Kilns' } }
    const csljson = { type: 'book', abstract: 'x'.repeat(100_000) }
    expect(await readItems([{ ...work, bib: '<div>'.repeat(100_000), csljson }])).toMatchObject([
      { title: 'Kilns', citation: '', csl: undefined },
    ])
  })

  test('keeps what a citation is set in: italics, small print, blocks of its style, links', async () => {
    const clean = (await citationCleaner())(
      `<?xml version="1.0" encoding="UTF-8"?>
<div class="csl-bib-body other" style="line-height: 1.35;"><div class="csl-entry">Greco, A. <i>Ἱστορία</i>, 2<sup>nd</sup> ed.<br/>
<span style="font-variant: small-caps;" class="csl-block">Alento</span> <a href="https://doi.org/10.1/x?a=1&amp;b=2">doi</a></div></div>`,
    )
    expect(clean).toBe(
      `<div class="csl-bib-body"><div class="csl-entry">Greco, A. <i>Ἱστορία</i>, 2<sup>nd</sup> ed.<br />
<span class="csl-block">Alento</span> <a href="https://doi.org/10.1/x?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">doi</a></div></div>`,
    )
  })
})

describe('a work in short', () => {
  test.each([
    ['Greco 1987', { creators: [{ lastName: 'Greco' }], date: '4 May 1987' }],
    [
      'Greco 1987',
      { creators: [{ firstName: 'x' }, { lastName: ' ' }, { lastName: 'Greco' }], date: '1987-05-04' },
    ],
    ['British School 2001', { creators: [{ name: 'British School' }], date: 'c. 2001–2003' }],
    ['Greco', { creators: [{ lastName: 'Greco' }], date: 'in press' }],
    ['Greco', { creators: [{ lastName: 'Greco' }], date: '19871' }],
    ['1987', { date: '1987' }],
    ['Kilns', { title: 'Kilns' }],
    ['Unknown', {}],
    ['Unknown', { creators: 'Greco', date: 1987, title: 7 }],
  ])('is %s', (short, data) => {
    expect(authorYear(data)).toBe(short)
  })

  test('has no characters that nobody can keep', async () => {
    const data = { title: 'a\u0000b\ud800c' }
    const [item] = (await readItems([{ key: 'AAAAAAA2', version: 1, data, bib: '<i>\u0000x</i>' }])) ?? []
    expect(item).toMatchObject({ authorYear: 'ab\uFFFDc', title: 'ab\uFFFDc', citation: '<i>x</i>' })
  })
})
