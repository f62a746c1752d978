import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { page } from './support/bookFiles.ts';
import { sanitized } from './support/sanitized.ts';

const inSvg = (markup: string) =>
  sanitized(
    page(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:epub="http://www.idpf.org/2007/ops">${markup}</svg>`,
    ),
  ).body.replace(/^<svg[^>]*>|<\/svg>$/g, '');

describe('[AF-08] references of a page', () => {
  const pictures: [what: string, srcset: string, expected: string | null][] = [
    ['in several sizes', 'a.png 1.5x, a.jpg 800w', 'a.png 1.5x, a.jpg 800w'],
    ['over several lines', '\n  a.png   2x ,\n\ta.jpg 3x ', 'a.png 2x, a.jpg 3x'],
    ['without a size', 'a.png', 'a.png'],
    ['with what is no size', 'a.png big2x, a.jpg 2xy, a.svg x', 'a.png, a.jpg, a.svg'],
    ['some of them from elsewhere', 'https://evil.example/a.png 1x, a.png 2x', 'a.png 2x'],
    ['in the address itself', 'data:image/png;base64,AAAA 1x, a.png 2x', 'a.png 2x'],
    ['all from elsewhere', 'https://evil.example/a.png 1x', null],
    ['none', '', null],
    ['so many that nobody has drawn them', `${' '.repeat(4_000)}a.png 2x`, null],
  ];
  for (const [what, srcset, expected] of pictures) {
    it(`allow pictures ${what}`, () =>
      assert.equal(
        sanitized(page(`<img alt="" srcset="${srcset}"/>`)).body,
        expected === null ? '<img alt=""/>' : `<img alt="" srcset="${expected}"/>`,
      ));
  }

  it('allow picture sizes only with a picture', () =>
    assert.equal(
      sanitized(page('<p srcset="a.png 2x" src="a.png" poster="a.png" href="two.xhtml">x</p>')).body,
      '<p>x</p>',
    ));
});

describe('[AF-08] references of a drawing', () => {
  const kept: [what: string, source: string, expected?: string][] = [
    ['a part of itself', '<use href="#part"></use>'],
    ['a part of itself, with blanks around it', '<use href=" #part "></use>', '<use href="#part"></use>'],
    ['a part of itself, as XLink', '<use xlink:href="#part"></use>'],
    ['a picture', '<image href="a.jpg"></image>'],
    ['a picture for a filter', '<filter><feImage href="a.png"></feImage></filter>'],
    ['another page', '<a href="two.xhtml"><text>x</text></a>'],
    [
      'a page elsewhere, in a tab of its own and without a referrer',
      '<a xlink:href="https://example.org/"><text>x</text></a>',
      '<a xlink:href="https://example.org/" target="_blank" rel="noreferrer noopener"><text>x</text></a>',
    ],
  ];
  for (const [what, source, expected = source] of kept) {
    it(`allow ${what}`, () => assert.equal(inSvg(source), expected));
  }

  const dropped: [what: string, source: string, expected: string][] = [
    ['a part of another drawing', '<use href="a.svg#part"></use>', '<use></use>'],
    ['a part of a drawing elsewhere', '<use href="https://evil.example/#"></use>', '<use></use>'],
    ['a page, where parts are drawn', '<use href="two.xhtml"></use>', '<use></use>'],
    ['a picture, where parts are drawn', '<use href="a.png"></use>', '<use></use>'],
    ['a picture elsewhere', '<image href="https://evil.example/a.jpg#x"></image>', '<image></image>'],
    ['a part of itself, as a picture', '<image href="#part"></image>', '<image></image>'],
    ['a source', '<image src="a.jpg"></image>', '<image></image>'],
  ];
  for (const [what, source, expected] of dropped) {
    it(`do not allow ${what}`, () => assert.equal(inSvg(source), expected));
  }
});
