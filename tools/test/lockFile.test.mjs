import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isInstalled, unlockedPackages } from '../lib/install/lockFile.mjs';
import { root } from '../lib/paths.mjs';

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
