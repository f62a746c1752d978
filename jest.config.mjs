import { remoteNames } from './tools/lib/paths.mjs';

/** One Jest project a browser package; the server is tested on Node's own runner (tools/testing/server-tests.mjs). */
const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
      target: 'es2022',
    },
  },
];

/** @param {string} folder @param {'node' | 'jsdom'} environment */
export const project = (folder, environment) => ({
  displayName: folder,
  roots: [`<rootDir>/${folder}`],
  testEnvironment: environment,
  testMatch: ['**/*.test.ts', '**/*.test.tsx'],
  transform: { '\\.(ts|tsx|mjs|js)$': swc },
  // Most of what we use ships ES modules only, and Jest runs CommonJS: these are compiled too.
  transformIgnorePatterns: ['/node_modules/(?!(workbox-[a-z-]+|idb|typebox|uuid|marked|epubjs|stopword)/)'],
  moduleNameMapper: {
    '\\.(css|svg|png|webp|woff2)$': '<rootDir>/tools/testing/jest/asset.cjs',
    '^fast-check$': '<rootDir>/tools/testing/jest/fastCheck.cjs',
  },
  setupFilesAfterEnv: [`<rootDir>/tools/testing/jest/setup-${environment === 'jsdom' ? 'dom' : 'node'}.ts`],
});

export default {
  // Every core: Jest itself leaves one free, and on two cores would run one file at a time.
  maxWorkers: '100%',
  projects: [
    project('shared-contracts', 'node'),
    ...['shared-ui', 'client', 'shell', ...remoteNames(), 'tools/kit/mf-sample'].map((folder) =>
      project(folder, 'jsdom'),
    ),
  ],
};
