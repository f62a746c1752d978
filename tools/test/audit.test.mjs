import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { auditOutcome } from '../lib/release/audit.mjs';

const report = (...found) =>
  JSON.stringify({ vulnerabilities: Object.fromEntries(found.map((one) => [one.name, one])) });

describe('npm audit before a release', () => {
  it('high and critical severities block it, with a note whether there is a fix', () => {
    const { reached, problems } = auditOutcome(
      report(
        { name: 'a', severity: 'critical', range: '<2.0.0', fixAvailable: true },
        { name: 'b', severity: 'high', range: '*', fixAvailable: false },
        { name: 'c', severity: 'moderate', range: '<1.0.0', fixAvailable: true },
      ),
    );
    assert.equal(reached, true);
    assert.deepEqual(problems, [
      'a <2.0.0 is known to be unsafe (critical); npm audit fix has a version without it.',
      'b * is known to be unsafe (high); there is no version without it yet.',
    ]);
  });

  it('reports that the registry could not be asked', () => {
    for (const text of ['', 'not JSON', '{"message":"405 Method Not Allowed","statusCode":405}', 'null'])
      assert.deepEqual(auditOutcome(text), { reached: false, problems: [] });
    assert.deepEqual(auditOutcome(report()), { reached: true, problems: [] });
  });
});
