import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFileCache } from '../src/http/static/fileCache.ts';

describe('cached files', () => {
  const source = () => {
    const asked: string[] = [];
    const stored = new Map([
      ['a', Buffer.alloc(4, 'a')],
      ['b', Buffer.alloc(4, 'b')],
      ['c', Buffer.alloc(4, 'c')],
    ]);
    const read = async (path: string) => {
      asked.push(path);
      if (path === 'broken') throw new Error('The store is away.');
      return stored.get(path) ?? null;
    };
    return { asked, stored, read };
  };

  test('are read once when requested concurrently', async () => {
    const { asked, read } = source();
    const files = createFileCache(read, 100);
    const both = await Promise.all([files.read('a'), files.read('a')]);
    assert.deepEqual(both.map(String), ['aaaa', 'aaaa']);
    await files.read('a');
    assert.deepEqual(asked, ['a']);
  });

  test('are evicted least recently used first', async () => {
    const { asked, read } = source();
    const files = createFileCache(read, 8);
    for (const path of ['a', 'b', 'a', 'c', 'a', 'b']) await files.read(path);
    assert.deepEqual(asked, ['a', 'b', 'c', 'b']);
  });

  test('that are missing or unreadable are not cached', async () => {
    const { stored, read } = source();
    const files = createFileCache(read, 100);
    assert.equal(await files.read('later'), null);
    stored.set('later', Buffer.from('now'));
    assert.equal(String(await files.read('later')), 'now');
    await assert.rejects(files.read('broken'), /away/);
    await assert.rejects(files.read('broken'), /away/);
  });
});
