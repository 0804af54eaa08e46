// Which way imports point: main -> build-server -> modules -> http -> access -> query -> catalogue -> storage -> contract.
// Run by `npm run check`, which also says on what (scripts/check-imports.mjs).
const server = 'packages/server/src/'
const tests = '\\.test\\.js$|/testing/'
/** The layers below the modules, lowest first. */
const layers = ['storage', 'catalogue', 'query', 'access', 'http']

/** A layer knows those below it, never those above. */
const layerRules = layers.map((layer, height) => ({
  name: `${layer}-knows-only-what-is-below`,
  severity: 'error',
  from: { path: `^${server}${layer}/`, pathNot: tests },
  to: {
    path: `^${server}(${[...layers.slice(height + 1), 'modules', 'demo', 'cli'].join('|')}|main\\.|build-server|open-services)`,
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: 'engines-behind-the-interface',
      comment:
        'storage/sqlite and storage/postgres are known to those that open a storage, and to the tests.',
      severity: 'error',
      from: {
        path: `^${server}`,
        pathNot: [`^${server}(main|open-services)\\.`, `^${server}(cli|storage)/`, tests],
      },
      to: { path: `^${server}storage/(sqlite|postgres)/` },
    },
    {
      name: 'engines-apart',
      comment: 'An engine says how it differs; it does not lean on another one.',
      severity: 'error',
      from: { path: `^${server}storage/(sqlite|postgres)/`, pathNot: tests },
      to: { path: `^${server}storage/(sqlite|postgres)/`, pathNot: `^${server}storage/$1/` },
    },
    {
      name: 'modules-meet-in-services',
      comment: "A module may call another module's service.ts, never its store or routes.",
      severity: 'error',
      from: { path: `^${server}modules/([^/]+)/`, pathNot: tests },
      to: { path: `^${server}modules/[^/]+/(store|routes)\\.`, pathNot: `^${server}modules/$1/` },
    },
    {
      name: 'modules-do-not-know-who-starts-them',
      severity: 'error',
      from: { path: `^${server}modules/`, pathNot: tests },
      to: { path: `^${server}(cli/|demo/|main\\.|serve\\.|build-server|open-services)` },
    },
    {
      name: 'routes-leave-sql-to-stores',
      severity: 'error',
      from: { path: `^${server}modules/[^/]+/routes\\.js$` },
      to: { path: `^${server}storage/` },
    },
    {
      name: 'only-tests-use-the-openers',
      severity: 'error',
      from: { path: '^packages/', pathNot: tests },
      to: { path: '/testing/' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/', pathNot: '^packages/contract/' },
    },
    {
      name: 'client-knows-only-the-contract',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { path: '^packages/', pathNot: '^packages/(client|contract)/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^packages/server/', pathNot: tests },
      to: { path: '^packages/(client|web)/' },
    },
    {
      name: 'web-knows-client-and-contract',
      severity: 'error',
      from: { path: '^packages/web/' },
      to: { path: '^packages/', pathNot: '^packages/(web|client|contract)/' },
    },
    {
      name: 'web-parts-know-no-view',
      comment: 'router -> shell -> views -> parts -> app.',
      severity: 'error',
      from: { path: '^packages/web/src/(parts|app)/' },
      to: { path: '^packages/web/src/(views|shell|router)' },
    },
    {
      name: 'web-app-knows-no-part',
      severity: 'error',
      from: { path: '^packages/web/src/app/' },
      to: { path: '^packages/web/src/parts/' },
    },
    {
      name: 'web-views-apart',
      comment: 'What two views need is a part.',
      severity: 'error',
      from: { path: '^packages/web/src/views/([^/]+)/' },
      to: { path: '^packages/web/src/(views/[^/]+/|shell/)', pathNot: '^packages/web/src/views/$1/' },
    },
    {
      name: 'no-doors',
      comment: 'A file is imported by its name; there are no index files.',
      severity: 'error',
      from: {},
      to: { path: '^packages/.*/index\\.js$' },
    },
  ],
}
