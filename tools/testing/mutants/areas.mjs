/**
 * The areas of `npm run mutants`: the files that get faults, and the tests that must notice them. Fewer tests make an
 * area faster, so only the tests about its files are listed.
 *
 * @typedef {object} Area
 * @property {readonly string[]} files globs
 * @property {readonly string[]} tests globs
 * @property {'node' | 'jsdom'} [environment] of Jest; without it they run on Node's own runner
 */

/** A folder with its tests beside the code. @returns {Area} */
const beside = (folder, environment = 'jsdom') => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  tests: [`${folder}/**/*.test.{ts,tsx}`],
  environment,
});

/** @param {string} names of test files, without extension; each that reaches a fault runs for it @returns {Area} */
const ofServer = (folder, names) => ({
  files: [`${folder}/**/*.ts`],
  tests: names.split(' ').map((name) => `server/test/${name}.test.ts`),
});

const offline = 'client/src/offline';

/** @type {Record<string, Area>} */
export const areas = {
  'shared-contracts/domain': beside('shared-contracts/src/domain', 'node'),
  'client/auth': beside('client/src/auth'),
  'client/registry': beside('client/src/registry'),
  // Without the long tests of outages and the property test, which would run for almost every mutant.
  'client/offline/queue': {
    ...beside(`${offline}/queue`),
    tests: [`${offline}/queue/!(outage|queue.property).test.ts`],
  },
  ...Object.fromEntries(
    ['reads', 'books', 'status', 'network', 'common', 'storage'].map((part) => [
      `client/offline/${part}`,
      beside(`${offline}/${part}`),
    ]),
  ),
  'client/offline/start': {
    files: [`${offline}/*.ts`],
    tests: [`${offline}/*.test.ts`],
    environment: 'jsdom',
  },
  'shell/federation': beside('shell/src/remotes/federation'),
  'mf-reader/engine': beside('mf-reader/src/engine'),
  'server/sanitize': ofServer(
    'server/src/intake/ingest/epub/sanitize',
    'ingest.sanitize ingest.attributes ingest.markup ingest.styleSheet ingest.unsafe',
  ),
  'server/uploads': ofServer('server/src/intake/uploads', 'uploads uploads.routes uploads.store'),
  'server/credentials': ofServer(
    'server/src/people/auth/credentials',
    'auth.credentials auth.tokens auth.refresh auth.sessions passwords',
  ),
};
