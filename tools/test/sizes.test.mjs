import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compare } from '../lib/sources/allowances.mjs';
import { longCommentLines } from '../sizes.mjs';

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

describe('allowances', () => {
  const grew = (name, figure, allowed) => `${name}: ${figure} of ${allowed ?? 'none'}`;
  for (const [what, allowed, found, complaint] of [
    ['accepts what is as it was', { a: 3 }, { a: 3 }, null],
    ['refuses what grew', { a: 3 }, { a: 4 }, /a: 4 of 3/],
    ['refuses what is new', {}, { a: 1 }, /a: 1 of none/],
    ['wants what shrank to be lowered', { a: 3 }, { a: 2 }, /a: allowed 3, 2 today/],
    ['wants what is no longer needed to go', { a: 3 }, {}, /a: allowed 3, no longer needed/],
  ]) {
    it(what, () => {
      const complaints = compare(allowed, found, grew);
      if (complaint === null) assert.deepEqual(complaints, []);
      else assert.match(complaints.join(), complaint);
    });
  }
});
