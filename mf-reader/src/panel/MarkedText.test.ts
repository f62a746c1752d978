/** @jest-environment node */

import { aroundMatch } from './SearchTab.tsx';

const hit = '\uE000whale\uE001';

describe('[U-34] a passage that was found', () => {
  test('begins shortly before its first match', () => {
    const found = aroundMatch(`${'word '.repeat(60)}white ${hit} and more`, null);
    expect(found).toMatch(/^… (word )+white /);
    expect(found.indexOf(hit)).toBeLessThan(48);
  });

  test('does not repeat the title of its chapter', () => {
    expect(aroundMatch(`XLII The Whiteness What the ${hit} was`, 'XLII The Whiteness')).toBe(
      `What the ${hit} was`,
    );
    expect(aroundMatch(`XLII The \uE000White\uE001 Whale What the ${hit} was`, 'XLII: The White Whale')).toBe(
      `What the ${hit} was`,
    );
    expect(aroundMatch(`The ${hit}`, 'The Whiteness')).toBe(`The ${hit}`);
  });

  test('of a script without spaces is kept whole', () => {
    const text = `${'鯨'.repeat(90)}${hit}`;
    expect(aroundMatch(text, null)).toBe(text);
  });
});
