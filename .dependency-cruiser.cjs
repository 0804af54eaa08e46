// Which way imports point: main -> build-server -> modules -> the layers below, highest last -> contract.
// Run by `npm run check`, which also says on what (scripts/check-imports.mjs).
const server = 'packages/server/src/'
const tests = '\\.test\\.js$|/testing/'
/** The layers below the modules, lowest first. */
const layers = [
  'storage',
  'formats',
  'images',
  'radiocarbon',
  'catalogue',
  'query',
  'access',
  'http',
  'geometry',
  'jobs',
  'records',
]

/** A layer knows those below it, never those above. */
const layerRules = layers.map((layer, height) => ({
  name: `${layer}-knows-only-what-is-below`,
  from: { path: `^${server}${layer}/`, pathNot: tests },
  to: {
    path: `^${server}(${[...layers.slice(height + 1), 'modules', 'demo', 'cli'].join('|')}|main\\.|build-server|open-services)`,
  },
}))

/** What a package knows besides itself. */
const packageRules = [
  ['contract-imports-nothing-of-ours', 'contract', []],
  ['client-knows-only-the-contract', 'client', ['contract']],
  ['web-knows-client-and-contract', 'web', ['client', 'contract']],
].map(([name, own, known]) => ({
  name,
  from: { path: `^packages/${own}/` },
  to: { path: '^packages/', pathNot: `^packages/(${[own, ...known].join('|')})/` },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    ...packageRules,
    {
      name: 'no-circle-of-files',
      comment: 'Two files that need each other are one file, or what both need is a third. Types count too.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'engines-behind-the-interface',
      comment:
        'storage/sqlite and storage/postgres are known to those that open a storage, and to the tests.',
      from: {
        path: `^${server}`,
        pathNot: [`^${server}(main|open-services)\\.`, `^${server}(cli|storage)/`, tests],
      },
      to: { path: `^${server}storage/(sqlite|postgres)/` },
    },
    {
      name: 'engines-apart',
      comment: 'An engine says how it differs; it does not lean on another one.',
      from: { path: `^${server}storage/(sqlite|postgres)/`, pathNot: tests },
      to: { path: `^${server}storage/(sqlite|postgres)/`, pathNot: `^${server}storage/$1/` },
    },
    {
      name: 'modules-meet-at-their-faces',
      comment: 'What other modules use of a module stands in its index.ts.',
      from: { path: `^${server}modules/([^/]+)/`, pathNot: tests },
      to: { path: `^${server}modules/[^/]+/`, pathNot: `^${server}modules/($1/|[^/]+/index\\.js$)` },
    },
    {
      name: 'modules-are-used-by-their-faces',
      comment: 'Commands and the demo use a module as other modules do; build-server mounts its routes.',
      from: { path: `^${server}`, pathNot: [`^${server}modules/`, `^${server}build-server\\.`, tests] },
      to: { path: `^${server}modules/[^/]+/`, pathNot: `^${server}modules/[^/]+/index\\.js$` },
    },
    {
      name: 'modules-do-not-know-who-starts-them',
      from: { path: `^${server}modules/`, pathNot: tests },
      to: { path: `^${server}(cli/|demo/|main\\.|serve\\.|build-server|open-services)` },
    },
    {
      name: 'routes-leave-sql-to-stores',
      from: { path: `^${server}modules/.+/routes\\.js$` },
      to: { path: `^${server}storage/` },
    },
    {
      name: 'rows-are-written-in-one-place',
      comment: 'Rows of records and plugin tables are written through RowWriter.',
      from: { path: `^${server}`, pathNot: `^${server}records/writing/row-writer\\.` },
      to: { path: `^${server}(records/writing/row-store|storage/update-rows)\\.` },
    },
    {
      name: 'only-tests-use-the-openers',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '/testing/' },
    },
    {
      name: 'server-knows-no-client',
      comment: 'Commands that ask a running service are its clients, and use the SDK.',
      from: { path: '^packages/server/', pathNot: [tests, '^packages/server/src/cli/'] },
      to: { path: '^packages/client/' },
    },
    {
      name: 'server-knows-no-web-client',
      from: { path: '^packages/server/', pathNot: tests },
      to: { path: '^packages/web/' },
    },
    {
      name: 'web-components-know-no-view',
      comment: 'router -> routes -> shell -> views -> components -> queries -> core.',
      from: { path: '^packages/web/src/(components|queries|core)/' },
      to: { path: '^packages/web/src/(views|shell|routes|router)[/.]' },
    },
    {
      name: 'web-core-knows-no-component',
      from: { path: '^packages/web/src/core/' },
      to: { path: '^packages/web/src/(components|queries)/' },
    },
    {
      name: 'web-queries-know-only-core',
      comment: 'A query that two files use: its key and how it is fetched.',
      from: { path: '^packages/web/src/queries/' },
      to: { path: '^packages/web/src/components/' },
    },
    {
      name: 'web-views-apart',
      comment: 'What two views need is a component.',
      from: { path: '^packages/web/src/views/([^/]+)/' },
      to: {
        path: '^packages/web/src/(views/[^/]+/|shell/|routes/|router)',
        pathNot: '^packages/web/src/views/$1/',
      },
    },
    {
      name: 'files-are-imported-by-name',
      comment: "The only index files are the faces of modules, and a module's own files do not use its face.",
      from: {},
      to: { path: '^packages/.*/index\\.js$', pathNot: `^${server}modules/[^/]+/index\\.js$` },
    },
    {
      name: 'a-face-is-for-others',
      from: { path: `^${server}modules/([^/]+)/` },
      to: { path: `^${server}modules/$1/index\\.js$` },
    },
  ].map((rule) => ({ ...rule, severity: 'error' })),
}
