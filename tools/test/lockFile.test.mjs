import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isInstalled } from '../lib/install/ensureInstalled.mjs';
import { root } from '../lib/paths.mjs';

/**
 * Optional packages that a lock file does not name, as one that was made from what is installed on one platform:
 * `npm ci` refuses it on the others.
 * @param {Record<string, { optionalDependencies?: Record<string, string> }>} packages of a lock file
 * @returns {string[]} each as 'package: optional package'
 */
function unlockedPackages(packages) {
  const isNamed = (path, name) => {
    for (let above = path; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
      if (packages[`${above && `${above}/`}node_modules/${name}`]) return true;
      if (above === '') return false;
    }
  };
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isNamed(path, name))
      .map((name) => `${path}: ${name}`),
  );
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

test('[T-07] package-lock.json names the optional packages of every platform', () => {
  assert.deepEqual(unlockedPackages(lock.packages), []);
  const { 'node_modules/@rspack/binding-darwin-arm64': _, ...others } = lock.packages;
  assert.deepEqual(unlockedPackages(others), ['node_modules/@rspack/binding: @rspack/binding-darwin-arm64']);
});

test('[T-07] package-lock.json names no registry', () => {
  const named = Object.entries(lock.packages).filter(([, { resolved }]) => /^https?:/.test(resolved ?? ''));
  assert.deepEqual(named, []);
});

test('[T-07] what npm has installed is not installed again, until package-lock.json changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
  try {
    const path = join(folder, 'package-lock.json');
    cpSync(join(root, 'package-lock.json'), path);
    assert.equal(isInstalled(folder), false);
    mkdirSync(join(folder, 'node_modules'));
    cpSync(join(root, 'node_modules/.package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
    assert.equal(isInstalled(folder), true);
    const newer = structuredClone(lock);
    newer.packages['node_modules/react'].version = '99.0.0';
    writeFileSync(path, JSON.stringify(newer));
    assert.equal(isInstalled(folder), false);
    const more = { ...lock, packages: { ...lock.packages, 'node_modules/new': { version: '1.0.0' } } };
    writeFileSync(path, JSON.stringify(more));
    assert.equal(isInstalled(folder), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
