/**
 * What `npm run mutants` works on. An area has parts: the files that get faults, and the tests that have to notice
 * them. The fewer tests a part has, the faster it is, so they are those that are about its files.
 */

/**
 * @typedef {object} Part
 * @property {readonly string[]} files globs
 * @property {readonly string[]} tests globs
 * @property {'node' | 'jsdom'} [environment] of the tests; without it they run on Node's own runner
 */

/** A folder with its tests beside the code. @returns {Part} */
const beside = (folder, environment, tests = []) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  tests: [`${folder}/**/*.test.{ts,tsx}`, ...tests],
  environment,
});

const offline = 'shell/src/offline';

/** @type {Record<string, Record<string, Part>>} */
export const areas = {
  'shared-contracts/domain': { domain: beside('shared-contracts/src/domain', 'node') },
  'shell/auth': { auth: beside('shell/src/auth', 'jsdom') },
  'shell/offline': {
    queue: beside(`${offline}/queue`, 'jsdom'),
    reads: beside(`${offline}/reads`, 'jsdom'),
    books: beside(`${offline}/books`, 'jsdom'),
    status: beside(`${offline}/status`, 'jsdom'),
    network: beside(`${offline}/network`, 'jsdom'),
    common: beside(`${offline}/common`, 'jsdom', [`${offline}/queue/queue*.test.ts`]),
    storage: beside(`${offline}/storage`, 'jsdom', [`${offline}/{queue,reads,books}/*.test.ts`]),
    start: { files: [`${offline}/*.ts`], tests: [`${offline}/*.test.ts`], environment: 'jsdom' },
  },
  'shell/federation': { federation: beside('shell/src/federation', 'jsdom') },
  'mf-reader/engine': { engine: beside('mf-reader/src/engine', 'jsdom') },
};
