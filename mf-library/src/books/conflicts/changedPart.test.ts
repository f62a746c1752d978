/** @jest-environment node */
import { changedParts } from './VersionChoice.tsx';

describe('[Y-07] what is different in two versions', () => {
  it.each<[string, string, string, string]>([
    ['A grey whale swam by.', 'A white whale swam by.', 'grey', 'white'],
    ['A whale swam by.', 'A whale swam by, twice.', '', ', twice'],
    ['Words.', 'Words.', '', ''],
    ['鯨は白い。', '鯨は黒い。', '白い', '黒い'],
    ['One thing', 'something else', '', ''],
  ])('of %j and %j', (one, other, inOne, inOther) => {
    const parts = changedParts(one, other);
    expect(parts.map(({ changed }) => changed)).toEqual([inOne, inOther]);
    expect(parts.map(({ before, changed, after }) => before + changed + after)).toEqual([one, other]);
  });
});
