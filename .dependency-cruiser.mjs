/** Who may import whom. docs/architecture.md says why; `npm run check` holds it. */
const own = '^(shell|mf-[^/]+|shared-ui|shared-contracts|server)/';

export default {
  forbidden: [
    {
      name: 'contracts-stand-alone',
      comment: 'shared-contracts is what everyone agrees on: it imports nothing of ours.',
      severity: 'error',
      from: { path: '^shared-contracts/src' },
      to: { path: own, pathNot: '^shared-contracts/' },
    },
    {
      name: 'ui-knows-only-types-of-contracts',
      comment: 'shared-ui is looks alone: of ours it may import types of shared-contracts, nothing that runs.',
      severity: 'error',
      from: { path: '^shared-ui/src' },
      to: { path: own, pathNot: '^shared-ui/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'remote-knows-only-shared',
      comment: 'A remote imports itself and the two shared packages. For all else it asks the Host.',
      severity: 'error',
      from: { path: '^(mf-[^/]+)/src' },
      to: { path: own, pathNot: ['^$1/', '^shared-ui/', '^shared-contracts/'] },
    },
    {
      name: 'shell-knows-no-remote',
      comment: 'The shell finds remotes at run time; it never imports their source, nor the server.',
      severity: 'error',
      from: { path: '^shell/src' },
      to: { path: '^(mf-[^/]+|server)/' },
    },
    {
      name: 'server-knows-only-contracts',
      comment: 'The server shares the contracts with the browser, and nothing else.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: own, pathNot: ['^server/', '^shared-contracts/'] },
    },
    {
      name: 'no-schemas-in-the-browser',
      comment: 'API schemas are for the server; in a browser they are weight. Import their types only.',
      severity: 'error',
      from: { path: '^(shell|mf-[^/]+|shared-ui)/src', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^shared-contracts/src/(api/|remotes\\.ts)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'shell-floors',
      comment: 'Inside the shell imports go down: boot, routes, pages and layout, host, then sessions, offline, api, auth.',
      severity: 'error',
      from: { path: '^shell/src/(api|auth|offline|uploads|reading-session)/' },
      to: { path: '^shell/src/(boot|routes|pages|layout|host)/' },
    },
    {
      name: 'reader-engines-apart',
      comment: 'EPUB, PDF, annotations and appearance meet only in view.',
      severity: 'error',
      from: { path: '^mf-reader/src/(epub|pdf|annotations|appearance|engine)/' },
      to: { path: '^mf-reader/src/(epub|pdf|annotations|appearance|view|expose)/', pathNot: '^mf-reader/src/$1/' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: { path: own },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      from: { path: '^[^/]+/src', pathNot: '(\\.test\\.tsx?$|/testing/)' },
      to: { path: '(\\.test\\.tsx?$|/src/testing/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'], extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
  },
};
