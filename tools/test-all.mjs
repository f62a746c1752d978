/**
 * npm run test:all: every test, before a release: `npm test` with the whole server on both databases and a bucket, all
 * end-to-end tests, more random examples, and a complete table of requirements. Takes more than half an hour.
 */
import './lib/build/forTests.mjs';

process.env.LECTERN_TESTS = 'all';
await import('./test.mjs');
