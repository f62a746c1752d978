import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fullFolders, longCommentLines, wideFolders } from '../sizes.mjs';

const long = 'word '.repeat(30);

describe('comments of at most 120 characters a line', () => {
  for (const [what, text, lines] of [
    ['a line', `// ${long}`, 1],
    ['a block in one line', `/** ${long} */`, 1],
    ['lines of a block', `/**\n * ${long}\n * short\n * ${long}\n */`, 2],
    ['no text of a program', `const text = '${long}';`, 0],
    ['no text after a block', `/** short */\nconst text = '${long}';`, 0],
    ['no address, which cannot be broken', `// https://example.org/${'a'.repeat(120)}`, 0],
  ]) {
    it(`counts ${what}`, () => assert.equal(longCommentLines(text), lines));
  }
});

describe('folders of at most 25 source files', () => {
  const files = (count, name) => Array.from({ length: count }, (_, index) => `folder/${name(index)}`);
  for (const [what, paths, found] of [
    ['accepts 25', files(25, (n) => `f${n}.ts`), {}],
    ['refuses 26', files(26, (n) => `f${n}.ts`), { folder: 26 }],
    ['does not count tests and styles', files(30, (n) => `f${n}${n % 2 ? '.test' : '.styles'}.ts`), {}],
    ['counts each folder by itself', files(26, (n) => `${n % 2}/f${n}.ts`), {}],
  ]) {
    it(what, () => assert.deepEqual(fullFolders(paths), found));
  }
});

describe('folders of at most 12 folders', () => {
  const folders = (count) => Array.from({ length: count }, (_, index) => `src/f${index}/inside/a.ts`);
  it('accepts 12', () => assert.deepEqual(wideFolders(folders(12)), []));
  it('refuses 13', () => assert.deepEqual(wideFolders(folders(13)), ['src']));
  it('accepts more packages in the root', () =>
    assert.deepEqual(wideFolders(folders(13).map((path) => path.slice('src/'.length))), []));
});
