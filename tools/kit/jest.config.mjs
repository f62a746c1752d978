/** Jest configuration for remotes outside Lectern's repository; jest.config.mjs is for those in it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const own = import.meta.dirname;
const swc = [
  createRequire(import.meta.url).resolve('@swc/jest'),
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
  },
];

export default {
  testEnvironment: 'jsdom',
  testMatch: ['**/mf-*/**/*.test.ts', '**/mf-*/**/*.test.tsx'],
  transform: { '\\.(ts|tsx|mjs|js)$': swc },
  // Lectern's packages are TypeScript, and their dependencies ship ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(@lectern/|typebox/))'],
  moduleNameMapper: { '\\.(css|svg|png|webp|woff2)$': join(own, 'jest', 'asset.cjs') },
  setupFilesAfterEnv: [join(own, 'jest', 'setup-dom.ts')],
};
