/** Files of a workspace for remotes outside Lectern's repository, besides those of the remotes. */
import { json } from './addRemote.mjs';

/** Dependencies for the tests and the type check of a remote. */
export const developmentPackages = [
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'typescript',
];

/**
 * @param {string} name of the first remote
 * @param {Record<string, string>} versions of packages
 * @param {readonly string[]} vendored file names of Lectern's own packages
 * @returns {Record<string, string>} files by path
 */
export function placeFiles(name, versions, vendored) {
  const ours = vendored.map((file) => [
    `@lectern/${file.replace(/^lectern-/, '').replace(/-\d.*$/, '')}`,
    `file:vendor/${file}`,
  ]);
  return {
    'package.json': json({
      name: `${name}-place`,
      private: true,
      type: 'module',
      workspaces: [name],
      scripts: {
        check: 'tsc && lectern-remote check',
        test: 'jest',
        build: 'lectern-remote build',
        deploy: 'lectern-remote deploy',
      },
      devDependencies: Object.fromEntries([
        ...ours,
        ...developmentPackages.map((each) => [each, versions[each]]),
      ]),
    }),
    'tsconfig.json': json({
      extends: '@lectern/remote-tools/tsconfig.json',
      include: ['mf-*/src'],
    }),
    'jest.config.mjs': "export { default } from '@lectern/remote-tools/jest.config.mjs';\n",
    '.gitignore': 'node_modules/\n.cache/\n',
  };
}
