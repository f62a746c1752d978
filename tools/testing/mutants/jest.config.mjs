/** Jest configuration for the tests of one part: Stryker supports a single project only. */
import { project } from '../../../jest.config.mjs';
import { root } from '../../lib/paths.mjs';

const tests = (process.env.MUTANTS_TESTS ?? '').split(' ');
const [folder] = tests[0].split('/');

export default {
  ...project(folder, process.env.MUTANTS_ENVIRONMENT),
  rootDir: root,
  testMatch: tests.map((glob) => `<rootDir>/${glob}`),
};
