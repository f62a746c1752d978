/**
 * Replaces `node:test` while mutants run: it collects the tests of a file instead of running them, so that they can run
 * again for each mutant in the same process. It has what the tests of the server use.
 */
import { mock } from 'node:test';

const newSuite = (name, parent) => ({
  name: parent === null ? '' : [parent.name, name].filter(Boolean).join(' > '),
  parent,
  children: [],
  hooks: { before: [], after: [], beforeEach: [], afterEach: [] },
});

let current = newSuite('', null);
let currentFile = '';
let pending = [];
/** What the running test or hook wants to be called afterwards. */
let cleanups = null;

/** @returns {Promise<object>} the suite of the file's tests */
export async function collect(file, load) {
  const suite = newSuite(file, newSuite('', null));
  current = suite;
  currentFile = file;
  pending = [];
  await load();
  await Promise.all(pending);
  return suite;
}

const unpack = (args) => [args.at(-1), args.length === 3 ? args[1] : {}];

export function describe(name, ...args) {
  const [body, { skip }] = unpack(args);
  if (skip) return Promise.resolve();
  const parent = current;
  const suite = newSuite(name, parent);
  parent.children.push(suite);
  current = suite;
  const done = body();
  current = parent;
  pending.push(done);
  return Promise.resolve(done);
}

export function test(name, ...args) {
  const [body, { skip }] = unpack(args);
  if (skip || typeof body !== 'function') return Promise.resolve();
  current.children.push({ id: `${current.name} > ${name}`, file: currentFile, suite: current, body });
  return Promise.resolve();
}

export const it = (...args) => test(...args);
export { mock };
export const before = (hook) => current.hooks.before.push(hook);
/** Called by a test or a hook, it runs once, after that test or suite. */
export const after = (hook) => (cleanups ?? current.hooks.after).push(hook);
export const beforeEach = (hook) => current.hooks.beforeEach.push(hook);
export const afterEach = (hook) => current.hooks.afterEach.push(hook);

/** @returns {object[]} all tests of a suite */
export const testsOf = ({ children }) => children.flatMap((child) => (child.body ? [child] : testsOf(child)));

const hooksOf = (suite, kind) =>
  suite === null ? [] : [...hooksOf(suite.parent, kind), ...suite.hooks[kind]];

async function runTest({ suite, body }) {
  const own = [];
  cleanups = own;
  const context = {
    mock: new mock.constructor(),
    diagnostic: () => {},
    after: (cleanup) => own.push(cleanup),
  };
  try {
    for (const hook of hooksOf(suite, 'beforeEach')) await hook(context);
    await body(context);
  } finally {
    context.mock.reset();
    cleanups = null;
    for (const cleanup of own) await cleanup();
    for (const hook of hooksOf(suite, 'afterEach')) await hook(context);
  }
}

/**
 * Runs the selected tests of a suite with its hooks.
 * @param {object} suite
 * @param {object} options
 * @param {(test: object) => boolean} options.isSelected
 * @param {(what: { test?: object, suite?: object }) => void} options.onStart called before a test, or a suite's hooks
 * @param {(test: object, error: unknown, time: number) => boolean} options.onEnd returns whether to go on
 * @returns {Promise<boolean>} whether to go on
 */
export async function runSuite(suite, options) {
  const selected = testsOf(suite).filter(options.isSelected);
  if (selected.length === 0) return true;
  let goesOn = true;
  try {
    options.onStart({ suite });
    const own = [];
    cleanups = own;
    for (const hook of suite.hooks.before) await hook({});
    cleanups = null;
    for (const child of suite.children) {
      if (!goesOn) break;
      if (!child.body) goesOn = await runSuite(child, options);
      else if (options.isSelected(child)) {
        options.onStart({ test: child });
        const start = performance.now();
        const error = await runTest(child).then(
          () => null,
          (reason) => reason ?? new Error('no reason'),
        );
        goesOn = options.onEnd(child, error, performance.now() - start);
      }
    }
    options.onStart({ suite });
    for (const hook of [...suite.hooks.after, ...own]) await hook({});
  } catch (error) {
    cleanups = null;
    for (const one of selected) goesOn = options.onEnd(one, error, 0) && goesOn;
  }
  return goesOn;
}
