import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import shared from '../playwright.config.ts';

/**
 * Run by tools/testing/pictures.mjs. Accepted pictures are not in the repository, since they depend on the machine's
 * fonts.
 */
export default defineConfig({
  ...shared,
  testDir: '.',
  testIgnore: [],
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results/pictures',
  reporter: [['list']],
  snapshotPathTemplate: join(process.env.LECTERN_PICTURES ?? '.cache/pictures', '{arg}{ext}'),
  expect: {
    ...shared.expect,
    // Tolerance of the human eye: colors may differ by a fifth, and one pixel in a hundred by more.
    toHaveScreenshot: { threshold: 0.2, maxDiffPixelRatio: 0.01, animations: 'disabled', caret: 'hide' },
  },
});
