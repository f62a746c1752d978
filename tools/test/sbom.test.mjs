import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import {
  billOfMaterials,
  lockedPackages,
  packagesInBuild,
  packagesOfWorkspace,
} from '../lib/release/sbom.mjs';

describe('a bill of materials', () => {
  it('names the packages whose code is in a build, with version, license, digest and source', () => {
    const build = mkdtempSync(join(tmpdir(), 'lectern-sbom-'));
    try {
      const sources = [
        'webpack://@lectern/mf-x/../node_modules/marked/lib/marked.esm.js',
        'webpack://@lectern/mf-x/../node_modules/@radix-ui/react-dialog/dist/index.mjs',
        'webpack://@lectern/mf-x/./src/Page.tsx',
      ];
      writeFileSync(join(build, 'page.js.map'), JSON.stringify({ sources }));
      const packages = packagesInBuild(build, ['page.js.map', 'page.js']);
      assert.deepEqual(packages, ['node_modules/@radix-ui/react-dialog', 'node_modules/marked']);
      const bill = billOfMaterials({ name: 'mf-x', version: '1.0.0' }, packages);
      assert.deepEqual([bill.bomFormat, bill.specVersion], ['CycloneDX', '1.6']);
      const [, marked] = bill.components;
      assert.match(marked.purl, /^pkg:npm\/marked@\d/);
      assert.deepEqual(marked.licenses, [{ license: { id: 'MIT' } }]);
      assert.match(marked.hashes[0].content, /^[0-9a-f]{128}$/);
      assert.equal(bill.components[0].purl.startsWith('pkg:npm/%40radix-ui/react-dialog@'), true);
      assert.deepEqual(billOfMaterials({ name: 'mf-x', version: '1.0.0' }, packages), bill);
    } finally {
      rmSync(build, { recursive: true, force: true });
    }
  });

  it('names all dependencies of the server, including transitive ones, but no build tools', () => {
    const packages = packagesOfWorkspace('server');
    assert.ok(packages.includes('node_modules/fastify'));
    assert.ok(packages.includes('node_modules/fast-uri'), 'a package of a package');
    assert.ok(!packages.includes('node_modules/@rspack/core'));
    const locked = lockedPackages();
    assert.ok(packages.every((path) => locked[path]?.version));
  });
});
