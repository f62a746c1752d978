import { withStyleSheets } from '@lectern/shared-contracts/testing/computedStyles.ts';
import fc from 'fast-check';
import { sentencesOf, spoken } from './sentences.ts';
import { TextMap } from './textMap.ts';

const mapOf = (markup: string, options?: { lines: boolean }) =>
  new TextMap(new DOMParser().parseFromString(`<body>${markup}</body>`, 'text/html').body, options);
const read = (map: TextMap) => sentencesOf(map, 'en').map((span) => spoken(map, span));

beforeAll(withStyleSheets);

test('sentences end at their stops and at the ends of paragraphs', () => {
  const map = mapOf('<h1>Loomings</h1><p>Call me <i>Ishmael</i>. Some years ago—never mind.</p><p>* * *</p>');
  expect(read(map)).toEqual(['Loomings', 'Call me Ishmael.', 'Some years ago—never mind.']);
});

test('a line break in the file does not end a sentence', () => {
  const map = mapOf('<p>Call me\n  Ishmael.\r\nSome years\nago.</p>');
  expect(read(map)).toEqual(['Call me Ishmael.', 'Some years ago.']);
});

test('the sign of a note is not read', () => {
  expect(read(mapOf('<p>The whale<sup><a href="#n">3</a></sup> breathes.</p>'))).toEqual([
    'The whale breathes.',
  ]);
});

test('[R-03] what is no text of the page is not read, and the words keep their places', () => {
  document.body.innerHTML = `<style>.gone { display: none } .raised { vertical-align: super }</style>
    <p>The lamp<a epub:type="noteref" href="#n">7</a> burned.<a role="doc-noteref" href="#n">8</a> He left<a href="#n" class="raised">9</a> early.</p>
    <p>So <a role="doc-noteref" href="#n">whales</a> that <span epub:type="pagebreak">12</span>nothing<span role="doc-pagebreak">13</span> held.</p>
    <div epub:type="pagebreak">14</div><p hidden="">Hidden.</p><p class="gone">Gone. <b>Gone too.</b></p>
    <p>Old<span style="visibility: hidden">er</span> <i aria-hidden="true">x</i><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp><rtc>Chinese</rtc></ruby> word<audio src="a">No sound</audio>.</p>
    <img class="gone" alt="A hidden picture"><p>See <a href="#c">Chapter 3</a> and 3.</p>`;
  const map = new TextMap(document.body);
  const sentences = sentencesOf(map, 'en');
  expect(sentences.map((span) => spoken(map, span))).toEqual([
    'The lamp burned.',
    'He left early.',
    'So whales that nothing held.',
    'Old 漢 word.',
    'See Chapter 3 and 3.',
  ]);
  const second = sentences[1] as { start: number; end: number };
  expect(map.text.slice(second.start, second.end)).toBe('He left9 early.');
});

test('a formula is read by its alternative text, once', () => {
  const formula = (alttext: string) =>
    `<math alttext="${alttext}"> <mfrac><mi>y</mi><mi>x</mi></mfrac><mo>=</mo><mn>2</mn></math>`;
  expect(read(mapOf(`<p>Let ${formula('y over x equals 2')} hold.</p>`))).toEqual([
    'Let y over x equals 2 hold.',
  ]);
  expect(read(mapOf(`<div>${formula('the same')}</div><p>So</p>`))).toEqual(['the same', 'So']);
  expect(read(mapOf(`<p>Let ${formula('')} hold.</p>`))).toEqual(['Let yx=2 hold.']);
});

test('pictures within a sentence are described at their place', () => {
  const image = (alt: string) => `<img src="a.png" alt="${alt}">`;
  expect(
    read(
      mapOf(
        `<p>Turn the ${image('big wheel')}, then press${image('Enter')}now. Stop ${image('the bell')}.</p><p>Next.</p>`,
      ),
    ),
  ).toEqual(['Turn the big wheel, then press Enter now.', 'Stop the bell.', 'Next.']);
});

test('a picture of one letter is part of its word', () => {
  const image = (alt: string) => `<img src="a.png" alt="${alt}">`;
  expect(read(mapOf(`<h1>I</h1><p>${image('I')}t was dark.</p><p>H${image('2')}O.</p>`))).toEqual([
    'I',
    'It was dark.',
    'H2O.',
  ]);
  expect(read(mapOf(`<p>${image('I')} am here.</p><p>Two.</p>${image('A')}<p>Three.</p>`))).toEqual([
    'I am here.',
    'Two.',
    'A',
    'Three.',
  ]);
});

test('the description of a picture is read before the text after it', () => {
  const image = (attributes: string) => `<img src="a.png" ${attributes}>`;
  const map = mapOf(
    `<p>One.</p><p>${image('alt="A  whale"')}</p>${image('alt=""')}${image('')}${image('alt="—"')}<p>Two ${image('alt="small"')} words.</p>
    <div role="img" aria-label="A map"></div>${image('alt="x" role="presentation"')}<p aria-hidden="true">${image('alt="y"')}</p>`,
  );
  expect(read(map)).toEqual(['One.', 'A whale', 'Two small words.', 'A map']);
});

test('words in another language are read by themselves', () => {
  const map = mapOf('<p>In German, <span lang="de">guten <b>Morgen</b></span>. <i lang="">Yes</i></p>');
  expect(read(map)).toEqual(['In German,', 'guten Morgen', 'Yes']);
});

test('lines of a page are put together, and so are words that a line has cut', () => {
  const map = mapOf(
    '<div><span>Dynamic lan-</span><br><span>guages are</span><br><span>slow. Very.</span></div>',
    {
      lines: true,
    },
  );
  expect(read(map)).toEqual(['Dynamic languages are slow.', 'Very.']);
});

test('a sentence without an end is cut where one breathes', () => {
  const map = mapOf(`<p>${'and so on, '.repeat(200)}</p>`);
  const sentences = read(map);
  expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(400);
  expect(sentences.join(' ').split(' ')).toHaveLength(600);
});

test('sentences follow one another and leave no word out', () => {
  const words = fc.stringMatching(/^[a-z,.!? ]{0,60}$/);
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (paragraphs) => {
      const map = mapOf(paragraphs.map((text) => `<p>${text}</p>`).join(''));
      const spans = sentencesOf(map, 'en');
      let end = 0;
      for (const span of spans) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeGreaterThan(span.start);
        end = span.end;
      }
      const letters = (text: string) => text.replace(/[^a-z]/g, '');
      expect(letters(spans.map(({ start, end: to }) => map.text.slice(start, to)).join(''))).toBe(
        letters(map.text),
      );
    }),
  );
});

test.each([
  ['a comma', `${'a'.repeat(300)}, ${'b'.repeat(300)}`, [301, 300]],
  ['a semicolon', `${'a'.repeat(300)}; ${'b'.repeat(300)}`, [301, 300]],
  ['the last of them', `${'a'.repeat(150)}, ${'b'.repeat(150)}; ${'c'.repeat(300)}`, [303, 300]],
  [
    'a blank, when the comma stands in the first quarter',
    `${'a'.repeat(50)}, ${'b'.repeat(250)} ${'c'.repeat(300)}`,
    [302, 300],
  ],
])('a long sentence is cut at %s', (_, text, lengths) => {
  expect(read(mapOf(`<p>${text}</p>`)).map(({ length }) => length)).toEqual(lengths);
});

test('four hundred letters are not cut', () => {
  expect(read(mapOf(`<p>${'a'.repeat(199)} ${'b'.repeat(200)}</p>`))).toHaveLength(1);
});

test('only a word that a line has cut is joined', () => {
  const lines = (one: string, two: string) =>
    read(mapOf(`<div><span>${one}</span><br><span>${two}</span></div>`, { lines: true }));
  expect(lines('the lan-', 'guage')).toEqual(['the language']);
  expect(lines('Anglo-', 'Saxon')).toEqual(['Anglo- Saxon']);
  expect(lines('pages 3-', 'and 4')).toEqual(['pages 3- and 4']);
  expect(lines('well-known', 'whales')).toEqual(['well-known whales']);
  expect(read(mapOf('<p>co-<i>operate</i></p>'))).toEqual(['co-operate']);
  expect(read(mapOf('<p>hy\u00ADphen</p>'))).toEqual(['hyphen']);
});

test('a language that no browser knows is read by the rules of the browser', () => {
  const map = mapOf('<p>One is here. Two is here.</p>');
  for (const language of ['not a language', null])
    expect(sentencesOf(map, language).map((span) => spoken(map, span))).toEqual([
      'One is here.',
      'Two is here.',
    ]);
});
