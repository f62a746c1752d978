/** End-to-end tests against a mix of versions of remotes, as used by quality assurance. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../tools/lib/processes/server.mjs';
import { copyOfPublished } from '../tools/lib/testing/published.mjs';
import { runTool } from '../tools/lib/testing/runTool.mjs';
import { fixture, fixtureFolder } from './support/fixtures.ts';
import { expect, test } from './support/test.ts';

test('[MF-04, T-11] end-to-end tests run against a deployed library in a given mix of versions', async () => {
  // It runs the end-to-end tests of versions.spec.ts three times.
  test.slow();
  const place = mkdtempSync(join(tmpdir(), 'lectern-mix-'));
  const published = copyOfPublished();
  try {
    const { 'mf-library': library, 'mf-mentor': mentor } = (await published.registry()).remotes;
    if (!library || !mentor) throw new Error('There are no remotes to mix.');
    const before = library.current.description.version;
    // The same code as another version, which is now the current one.
    const build = join(place, 'build');
    cpSync(join(published.folder, 'mf-library', before), build, { recursive: true });
    const now = await published.deployAgain('mf-library', build, '9.9.9');
    expect(now).toMatch(/^9\.9\.9-/);
    const server = await startServer({ LECTERN_REMOTES_DIR: published.folder });
    const run = async (mix: string) => {
      const report = join(place, 'report.json');
      const { code, said } = await runTool(
        'tools/testing/e2e.mjs',
        ['--base', server.url, '--remotes', mix, '--output', join(place, 'results'), 'e2e/versions.spec.ts'],
        { LECTERN_E2E_REPORT: report },
      );
      return { code, said, tested: code === 0 ? readFileSync(report, 'utf8') : '' };
    };
    try {
      const mentorNow = mentor.current.description.version;
      const old = await run(`mf-library@previous,mf-mentor@${mentorNow}`);
      expect(old.code, old.said).toBe(0);
      expect(old.tested).toContain(`mf-library@${before}`);
      expect(old.tested).toContain(`mf-mentor@${mentorNow}`);
      const unknown = await run('mf-library@0.0.1');
      expect(unknown.code).toBe(1);
      expect(unknown.said).toContain('mf-library@0.0.1 is not published.');
      // A remote with an unlisted path, which throws for every reader with a book. Alone: the others are tested above.
      const sixth = join(place, 'sixth');
      cpSync(fixtureFolder('throws-with-books'), sixth, { recursive: true });
      const pages = fixture('good', 'mf-library').pages?.filter(({ path }) => path === '/library');
      const description = { ...fixture('throws-with-books', 'mf-lending'), fills: [] };
      await published.deploy(
        { ...description, pages: pages?.map((page) => ({ ...page, path: '/lending' })) },
        sixth,
      );
      const registry = await published.registry();
      const { 'mf-lending': lending } = registry.remotes;
      writeFileSync(
        join(published.folder, 'remotes.json'),
        JSON.stringify({ ...registry, remotes: { 'mf-lending': lending } }),
      );
      const throwing = await run('mf-lending@current');
      expect(throwing.code).toBe(1);
      expect(throwing.said).toContain('/lending: ');
    } finally {
      await server.stop();
    }
  } finally {
    published.remove();
    rmSync(place, { recursive: true, force: true });
  }
});
