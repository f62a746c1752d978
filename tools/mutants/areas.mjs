/**
 * The areas of `npm run mutants`. An area has parts: the files that get faults, and the tests that must notice them.
 * Fewer tests make a part faster, so only the tests about its files are listed.
 */

/**
 * @typedef {object} Part
 * @property {readonly string[]} files globs
 * @property {readonly string[]} tests globs
 * @property {'node' | 'jsdom'} [environment] of the tests; without it they run on Node's own runner
 */

/** A folder with its tests beside the code. @returns {Part} */
const beside = (folder, environment) => ({
  files: [`${folder}/**/*.{ts,tsx}`],
  tests: [`${folder}/**/*.test.{ts,tsx}`],
  environment,
});

/** @param {...string} names of files, without extensions */
const ofServer = (folder, ...names) =>
  names.flatMap((line) => line.split(' ')).map((name) => `server/src/${folder}/${name}.ts`);

/** @param {string} names of test files, without prefix and extension */
const ofIngest = (names) => names.split(' ').map((name) => `server/test/ingest.${name}.test.ts`);

/** @param {string} names of test files, without prefix and extension */
const ofAuth = (names) => names.split(' ').map((name) => `server/test/auth.${name}.test.ts`);

const offline = 'client/src/offline';

/** @type {Record<string, Record<string, Part>>} */
export const areas = {
  'shared-contracts/domain': { domain: beside('shared-contracts/src/domain', 'node') },
  'client/auth': { auth: beside('client/src/auth', 'jsdom') },
  'client/offline': {
    // Without the long tests of outages and the property test, which would run for almost every mutant.
    queue: {
      files: [`${offline}/queue/*.ts`],
      tests: [`${offline}/queue/!(outage|queue.property).test.ts`],
      environment: 'jsdom',
    },
    reads: beside(`${offline}/reads`, 'jsdom'),
    books: beside(`${offline}/books`, 'jsdom'),
    status: beside(`${offline}/status`, 'jsdom'),
    network: beside(`${offline}/network`, 'jsdom'),
    common: beside(`${offline}/common`, 'jsdom'),
    storage: beside(`${offline}/storage`, 'jsdom'),
    start: { files: [`${offline}/*.ts`], tests: [`${offline}/*.test.ts`], environment: 'jsdom' },
  },
  'client/registry': { registry: beside('client/src/registry', 'jsdom') },
  'shell/federation': { federation: beside('shell/src/federation', 'jsdom') },
  'mf-reader/engine': { engine: beside('mf-reader/src/engine', 'jsdom') },
  // Tests without HTTP come first: the first that fails ends a run.
  'server/ingest/epub': {
    sanitize: {
      files: ofServer(
        'ingest/epub/sanitize',
        'sanitizeCss sanitizeDocument sanitizedDocument documentPolicy elementAttributes allowedMarkup KnownTags mfenced',
        'NamespaceScope scanXml MarkupOutput',
      ),
      tests: ofIngest('attributes markup scanner styleSheet sanitize references'),
    },
    archive: {
      files: [
        ...ofServer('ingest/epub/container', 'archive paths container encryption'),
        ...ofServer('ingest/epub/xml', 'xml'),
      ],
      tests: ofIngest('paths xml contents archive epub'),
    },
    book: {
      files: [
        ...ofServer(
          'ingest/epub/package',
          'metadata packageDocument spine bookFiles accessibility rendition',
        ),
        ...ofServer('ingest/epub/navigation', 'tableOfContents contents'),
        ...ofServer('ingest/epub', 'coverPictures fileNotes ingestEpub'),
        ...ofServer('ingest/epub/served', 'servedPackage writePackage'),
        ...ofServer('ingest/epub/xml', 'encoding'),
      ],
      tests: ofIngest(
        'metadata package spine contents xml chapters accessibility attributes coverPictures navigation rendition served epub',
      ),
    },
    text: {
      files: [
        ...ofServer('ingest/epub/sanitize', 'DocumentWriter HeadWriter TextRecorder'),
        ...ofServer('ingest/epub/served', 'FileServer wrapPage'),
        ...ofServer('ingest/epub', 'readChapters'),
        ...ofServer('ingest/epub/package', 'overlay htmlToText'),
      ],
      tests: ofIngest('markup scanner chapters overlay attributes sanitize served epub'),
    },
  },
  'server/uploads': {
    uploads: {
      files: ['server/src/uploads/*.ts'],
      tests: ['uploads.lock', 'uploads.store', 'uploads.routes', 'uploads', 'uploadLimits'].map(
        (name) => `server/test/${name}.test.ts`,
      ),
    },
  },
  'server/auth': {
    credentials: {
      files: ['server/src/auth/credentials/*.ts'],
      tests: ofAuth('credentials sessions refresh tokens'),
    },
    accounts: {
      files: ofServer(
        'auth',
        'users newPassword resetTokens registration invitations signIn refreshCookie sameOrigin secureCookies sealKey',
      ),
      tests: [
        ...ofAuth('credentials requests links users accounts'),
        'server/test/passwords.test.ts',
        'server/test/devices.test.ts',
      ],
    },
    devices: {
      files: ofServer('auth', 'deviceCookie deviceSessions knownDevices'),
      tests: [...ofAuth('requests sessions users'), 'server/test/devices.test.ts'],
    },
    factors: {
      files: ['server/src/auth/factors/*.ts', ...ofServer('auth', 'confirmations')],
      tests: [
        ...ofAuth('factors passkeys credentials requests links'),
        'server/test/secondFactor.test.ts',
        'server/test/passkeys.test.ts',
      ],
    },
    oidc: {
      files: ['server/src/auth/oidc/*.ts', ...ofServer('auth', 'oidcAccount oidcAttemptCookie')],
      tests: [...ofAuth('provider requests'), 'server/test/oidc.test.ts'],
    },
  },
};
