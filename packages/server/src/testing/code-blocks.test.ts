import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allCodeBlocks } from './code-blocks.js'

const project = new URL('../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, project), 'utf8')

/** The tests that run the code blocks of a page: how many of which language, as the page names it. */
const runners: readonly (readonly [page: string, language: string, blocks: number, test: string])[] = [
  ['README.md', 'sh', 3, 'testing/readme.curl.test.ts'],
  ['README.md', 'sh', 1, 'docs.test.ts'],
  ['packages/client/README.md', 'js', 1, 'testing/guides/sdk.test.ts'],
  ['docs/guides/backups.md', '', 2, 'testing/guides/backups.test.ts'],
  ['docs/guides/citations.md', 'sh', 3, 'testing/guides/citations.curl.test.ts'],
  ['docs/guides/dating.md', 'sh', 2, 'testing/guides/dating.curl.test.ts'],
  ['docs/guides/dbml.md', '', 1, 'modules/configuration/dbml/apply.test.ts'],
  ['docs/guides/dbml.md', 'sh', 1, 'testing/guides/dbml.curl.test.ts'],
  ['docs/guides/files.md', 'sh', 2, 'testing/guides/files.test.ts'],
  ['docs/guides/gis.md', 'sh', 2, 'testing/guides/gis.curl.test.ts'],
  ['docs/guides/gis.md', 'sh', 1, 'testing/guides/gis.gdal.test.ts'],
  ['docs/guides/import.md', 'sh', 3, 'testing/guides/import.test.ts'],
  ['docs/guides/map.md', 'js', 1, 'testing/guides/map.curl.test.ts'],
  ['docs/guides/map.md', 'sh', 1, 'testing/guides/map.curl.test.ts'],
  ['docs/guides/moving-in.md', '', 4, 'testing/guides/moving-in.curl.data.test.ts'],
  ['docs/guides/moving-in.md', 'sh', 1, 'testing/guides/moving-in.curl.data.test.ts'],
  ['docs/guides/moving-in.md', 'nginx', 1, 'testing/guides/moving-in.curl.data.test.ts'],
  ['docs/guides/over-http.md', 'sh', 1, 'testing/readme.curl.test.ts'],
  ['docs/guides/printing.md', '', 3, 'testing/guides/printing.curl.test.ts'],
  ['docs/guides/printing.md', 'sh', 1, 'testing/guides/printing.curl.test.ts'],
  ['docs/guides/python.md', 'python', 10, 'testing/python-guide.python.test.ts'],
  ['docs/guides/python.md', 'sh', 1, 'testing/python-guide.python.test.ts'],
  ['docs/guides/raw-sql.md', 'sql', 3, 'modules/raw-sql/routes.test.ts'],
  ['docs/guides/sdk.md', 'js', 10, 'testing/sdk/packed-client.test.ts'],
  ['docs/guides/sdk.md', 'ts', 1, 'testing/sdk/packed-client.test.ts'],
  ['docs/guides/sdk.md', 'sh', 3, 'testing/guides/sdk.test.ts'],
  ['docs/guides/server.md', 'sh', 1, 'archive.test.ts'],
  ['docs/guides/server.md', 'sh', 3, 'testing/guides/server.test.ts'],
  ['docs/guides/server.md', 'sql', 1, 'testing/guides/server.test.ts'],
  ['docs/guides/sign-in-providers.md', '', 1, 'testing/guides/sign-in-providers.test.ts'],
  ['docs/guides/stratigraphy.md', 'json', 4, 'testing/guides/stratigraphy.curl.test.ts'],
  ['docs/guides/stratigraphy.md', 'sh', 5, 'testing/guides/stratigraphy.curl.test.ts'],
  ['docs/guides/undo-and-history.md', 'sh', 2, 'testing/guides/undo-and-history.test.ts'],
  ['docs/guides/webhooks.md', 'js', 1, 'modules/webhooks/guide.test.ts'],
  ['docs/guides/webhooks.md', 'sh', 2, 'testing/guides/webhooks.test.ts'],
]

describe('the code blocks of README and guides', () => {
  const guides = readdirSync(new URL('docs/guides', project)).filter((name) => name.endsWith('.md'))
  const pages = ['README.md', 'packages/client/README.md', ...guides.map((name) => `docs/guides/${name}`)]

  test.each(pages)('all of %s are run by a test', (page) => {
    const blocks = allCodeBlocks(page)
    // None is written in a way that is not seen here.
    expect(blocks).toHaveLength((read(page).match(/^[ >]*(```|~~~)/gm) ?? []).length / 2)
    const shown = new Map<string, number>()
    for (const { language } of blocks) shown.set(language, (shown.get(language) ?? 0) + 1)
    const run = new Map<string, number>()
    for (const [, language, count] of runners.filter(([of]) => of === page))
      run.set(language, (run.get(language) ?? 0) + count)
    expect(run, 'the list above says which test runs them').toEqual(shown)
  })

  test.each([...new Set(runners.map(([, , , path]) => path))])('%s names the pages that it runs', (path) => {
    const text = read(`packages/server/src/${path}`)
    const named = runners.filter(([, , , of]) => of === path).map(([page]) => page)
    expect(named.filter((page) => !text.includes(page))).toEqual([])
  })
})
