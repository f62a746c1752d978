/**
 * A Stryker test runner for tests that use `node:test`: runs them for each mutant in the same process, so that a
 * mutant takes as long as the tests that reach it, without starting Node and loading the server. For mutants in code
 * that runs while modules load, it loads tests and code again. MUTANTS_TESTS lists the test files.
 */
import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { collect, runSuite, testsOf } from './collectedTests.mjs';

const collector = new URL('./collectedTests.mjs', import.meta.url).href;

/** Modules are never unloaded, so after this many times a new process starts. */
const maxLoads = 15;

/** Global state of the instrumented code. */
globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;

class NodeRunner {
  #suites = [];
  /** How often tests and code have been loaded. */
  #loads = 0;
  /** Whether they must be loaded again before the next mutant. */
  #isSpoiled = true;
  /** Whether a mutant has run since. */
  #isUsed = false;
  #strayError = null;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const own = pathToFileURL(join(process.cwd(), 'server')).href;
    registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier === 'node:test' && context.parentURL !== collector)
          return { url: collector, shortCircuit: true };
        const found = next(specifier, context);
        return found.url.startsWith(own) ? { ...found, url: `${found.url}?${this.#loads}` } : found;
      },
    });
    const keep = (error) => {
      this.#strayError ??= error;
    };
    process.on('uncaughtException', keep);
    process.on('unhandledRejection', keep);
  }

  async #load() {
    if (++this.#loads > maxLoads) throw new SpoiledProcess();
    this.#isSpoiled = false;
    this.#isUsed = false;
    const files = (process.env.MUTANTS_TESTS ?? '').split(' ').flatMap((glob) => globSync(glob));
    this.#suites = [];
    for (const file of files)
      this.#suites.push(
        await collect(file, () => import(`${pathToFileURL(join(process.cwd(), file)).href}?${this.#loads}`)),
      );
  }

  async dryRun() {
    await this.#load();
    const { tests, coverageOfSuites } = await this.#run({});
    // A test must also pass the second time.
    const again = tests.some(({ status }) => status === failed) ? [] : (await this.#run({})).tests;
    const coverage = stryker.mutantCoverage ?? { static: {}, perTest: {} };
    for (const [suite, id] of coverageOfSuites) {
      for (const test of testsOf(suite)) {
        coverage.perTest[test.id] ??= {};
        add(coverage.perTest[test.id], coverage.perTest[id] ?? {});
      }
      delete coverage.perTest[id];
    }
    const failures = new Map(again.filter(({ status }) => status === failed).map((test) => [test.id, test]));
    return {
      status: 'complete',
      tests: tests.map((test) => failures.get(test.id) ?? test),
      mutantCoverage: coverage,
    };
  }

  async mutantRun({ activeMutant, testFilter, disableBail, hitLimit, mutantActivation }) {
    const whileLoading = mutantActivation === 'static';
    if (this.#isSpoiled && !whileLoading) await this.#load();
    Object.assign(stryker, { activeMutant: activeMutant.id, hitCount: hitLimit && 0, hitLimit });
    // For processes that the tests start.
    process.env.__STRYKER_ACTIVE_MUTANT__ = activeMutant.id;
    let tests;
    try {
      if (whileLoading) await this.#load();
      ({ tests } = await this.#run({ testFilter, bails: !disableBail }));
    } catch (error) {
      this.#isSpoiled = true;
      if (error instanceof SpoiledProcess) throw error;
      return killed([{ id: 'loading', failureMessage: String(error) }], 1);
    } finally {
      delete process.env.__STRYKER_ACTIVE_MUTANT__;
      Object.assign(stryker, { activeMutant: undefined, hitLimit: undefined });
    }
    const isFirst = !this.#isUsed;
    this.#isUsed = true;
    this.#isSpoiled = whileLoading;
    if (hitLimit !== undefined && stryker.hitCount > hitLimit) {
      this.#isSpoiled = true;
      return { status: 'timeout', reason: 'Hit limit reached' };
    }
    const failures = tests.filter(({ status }) => status === failed);
    if (failures.length === 0) return { status: 'survived', nrOfTests: tests.length };
    if (!whileLoading) {
      const sound = await this.#run({ testFilter: failures.map(({ id }) => id) });
      // An earlier mutant may have left something behind: the result counts in a new process only.
      this.#isSpoiled = sound.tests.some(({ status }) => status === failed);
      if (this.#isSpoiled && !isFirst) throw new SpoiledProcess();
    }
    return killed(failures, tests.length);
  }

  /** @returns {Promise<{ tests: object[], coverageOfSuites: Map<object, string> }>} */
  async #run({ testFilter, bails = false }) {
    const results = new Map();
    const coverageOfSuites = new Map();
    const chosen = testFilter && new Set(testFilter);
    const options = {
      isSelected: ({ id }) => !chosen || chosen.has(id),
      onStart: ({ test, suite }) => {
        if (suite) coverageOfSuites.set(suite, `hooks of ${suite.name}`);
        stryker.currentTestId = test?.id ?? coverageOfSuites.get(suite);
      },
      onEnd: ({ id, file }, error, time) => {
        const reason = error ?? this.#strayError;
        this.#strayError = null;
        const { failureMessage } = results.get(id) ?? {};
        const message = failureMessage ?? (reason && String(reason?.stack ?? reason));
        const test = { id, name: id, fileName: join(process.cwd(), file), timeSpentMs: time };
        results.set(
          id,
          message ? { ...test, status: failed, failureMessage: message } : { ...test, status: passed },
        );
        return !bails || !message;
      },
    };
    for (const suite of this.#suites) if (!(await runSuite(suite, options))) break;
    stryker.currentTestId = undefined;
    return { tests: [...results.values()], coverageOfSuites };
  }
}

/** Stryker starts a new process and tries again. */
class SpoiledProcess extends Error {}

/** Stryker's TestStatus. */
const [passed, failed] = [0, 1];

const killed = (failures, nrOfTests) => ({
  status: 'killed',
  killedBy: failures.map(({ id }) => id),
  failureMessage: failures[0].failureMessage,
  nrOfTests,
});

function add(counts, more) {
  for (const [mutant, count] of Object.entries(more)) counts[mutant] = (counts[mutant] ?? 0) + count;
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'node', injectableClass: NodeRunner }];
