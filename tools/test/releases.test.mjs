/** Version and changelog of a release. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextVersion, releasedChangelog } from '../lib/release/releases.mjs';

test('a release is given as a kind or a version, which must be higher than the current one', () => {
  assert.equal(nextVersion('1.2.3', 'patch'), '1.2.4');
  assert.equal(nextVersion('1.2.3', 'minor'), '1.3.0');
  assert.equal(nextVersion('1.2.3', 'major'), '2.0.0');
  assert.equal(nextVersion('0.9.0', '1.0.0'), '1.0.0');
  assert.throws(() => nextVersion('1.2.3', '1.2.3'), /not higher/);
  assert.throws(() => nextVersion('1.10.0', '1.9.0'), /not higher/);
  assert.throws(() => nextVersion('1.2.3', 'soon'), /is not a version/);
});

test('unreleased changes move under the new version, and an empty section follows for the next ones', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- One\n\n## 1.0.0 - 2026-01-01\n\n- Old\n';
  const { changelog, notes } = releasedChangelog(before, '1.1.0', '2026-02-01');
  assert.equal(notes, '### Added\n\n- One\n');
  assert.equal(
    changelog,
    '# Changelog\n\n## Unreleased\n\n## 1.1.0 - 2026-02-01\n\n### Added\n\n- One\n\n## 1.0.0 - 2026-01-01\n\n- Old\n',
  );
  assert.throws(() => releasedChangelog(changelog, '1.2.0', '2026-03-01'), /nothing under/);
});
