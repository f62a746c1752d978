import { join } from 'node:path';
import { root } from '../../paths.mjs';

/**
 * A reporter for Node's test runner: title, file, result, milliseconds and error of each test as JSON, for the table of
 * requirements, the list of failures, and timings.
 */
export default async function* resultsReporter(source) {
  const results = [];
  const parents = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      parents.length = data.nesting;
      parents[data.nesting] = data.name;
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const error = data.details?.error;
    // A failed suite is reported by its failed tests. If its hook failed, only the suite reports it.
    if (data.details?.type === 'suite' && error?.failureType !== 'hookFailed') continue;
    const outer = parents.slice(0, data.nesting);
    // A suite named after a file is one of several files in one process (runTogether.mjs).
    const file = [...outer, data.name].find(isFile);
    results.push({
      title: [...outer.filter((name) => !isFile(name)), data.name].join(' › '),
      file: file ? join(root, file) : (data.file ?? ''),
      result: data.skip !== undefined ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      ms: Math.round(data.details?.duration_ms ?? 0),
      ...(error && { error: String(error.cause?.message ?? error.cause ?? error.message) }),
    });
  }
  yield JSON.stringify(results);
}

const isFile = (name) => /\.test\.(ts|mjs)$/.test(name);
