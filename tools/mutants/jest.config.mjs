/** Jest configuration for the tests of one part: Stryker supports a single project only. */
import { project } from '../../jest.config.mjs';
import { root } from '../lib/paths.mjs';

const tests = (process.env.MUTANTS_TESTS ?? '').split(' ');
const [folder] = tests[0].split('/');

const settings = project(folder, process.env.MUTANTS_ENVIRONMENT);

export default {
  ...settings,
  rootDir: root,
  setupFilesAfterEnv: [...settings.setupFilesAfterEnv, '<rootDir>/tools/mutants/setup.cjs'],
  testMatch: tests.map((glob) => `<rootDir>/${glob}`),
};
