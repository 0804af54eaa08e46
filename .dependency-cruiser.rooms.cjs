// The folders of the service and its modules import each other in no circle. Tests are left out: they may use
// anything. Run by `npm run check`, beside .dependency-cruiser.cjs, which looks at files.
const room = '^packages/server/src/(modules/[^/]+|(?!modules$)[^/]+)$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  options: { exclude: '\\.test\\.js$|/testing/' },
  forbidden: [
    {
      name: 'no-circle-of-folders',
      comment: 'What two modules need of each other is a layer below them, or they are one module.',
      severity: 'error',
      scope: 'folder',
      from: { path: room },
      to: { circular: true, viaOnly: { path: room } },
    },
  ],
}
