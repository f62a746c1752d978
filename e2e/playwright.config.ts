import { constants, getPriority, setPriority } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs } from '../tools/lib/processes/chromium.mjs';
import { pollIntervals } from './support/steady.ts';
import { noonTimeZone } from './support/timezone.ts';

// The server reads books in processes of the lowest priority, with time limits. Beside browsers of normal priority on
// all cores they would get about a hundredth of a core.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));

/** With the complete set of the W3C's tests: a broken copy must fail, which would take the time of a long wait. */
const patience = (milliseconds: number) => ({
  timeout: milliseconds,
  toPass: { timeout: milliseconds, intervals: pollIntervals },
});
const epubProjects = [
  { name: 'tests', grepInvert: /broken copy of/, expect: patience(20_000) },
  {
    name: 'broken copies',
    grep: /broken copy of/,
    expect: patience(6_000),
    use: { actionTimeout: 6_000 },
  },
];

/** Run by tools/testing/e2e.mjs, which builds the product, starts the server and finds the browser. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Covered by unit tests or other end-to-end tests as well: `npm run acceptance` runs it.
  testIgnore: [
    'pictures/**',
    ...(process.env.LECTERN_PDF_FOLDERS ? [] : ['pdf-corpus/**']),
    ...(process.env.LECTERN_ACCEPTANCE ? [] : ['acceptance/!(api).spec.ts']),
  ],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Timeouts are for tests that hang: a machine that is several times slower must not reach them.
  timeout: 240_000,
  expect: { timeout: 20_000, toPass: { intervals: pollIntervals } },
  ...(process.env.LECTERN_EPUB_TESTS === 'all' ? { projects: epubProjects } : {}),
  outputDir: '../test-results',
  reporter: [['list'], ['json']],
  use: {
    baseURL: process.env.LECTERN_URL ?? 'http://127.0.0.1:8080',
    viewport: { width: 1280, height: 800 },
    timezoneId: noonTimeZone,
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // Actions and requests only. Snapshots of the document and screenshots of every frame take a fifth of the processor
    // time each; `npm run e2e -- --trace on` records them.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.LECTERN_CHROMIUM,
      args: chromiumArgs,
    },
  },
});
