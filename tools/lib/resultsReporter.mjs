/**
 * A reporter for Node's test runner: each test's full title, result and milliseconds as JSON, for the table of
 * requirements and to see where the time goes.
 */
export default async function* resultsReporter(source) {
  const results = [];
  const parents = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      parents.length = data.nesting;
      parents[data.nesting] = data.name;
    }
    if ((type === 'test:pass' || type === 'test:fail') && data.details?.type !== 'suite') {
      // A suite that has the name of a file is one of several files in one process (runTogether.mjs).
      const suites = parents.slice(0, data.nesting).filter((name) => !name.endsWith('.test.ts'));
      const title = [...suites, data.name].join(' › ');
      const result = data.skip !== undefined ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed';
      results.push({ title, file: data.file ?? '', result, ms: Math.round(data.details?.duration_ms ?? 0) });
    }
  }
  yield JSON.stringify(results);
}
