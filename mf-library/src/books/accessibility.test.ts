/** @jest-environment node */
import { sampleBook } from '../testing/sampleBooks.ts';
import { accessibilityOf, meetsAccessibility } from './accessibility.ts';
import { accessibilityFacets, filterTest } from './shelfFilters.ts';

const said = {
  modes: ['textual', 'visual'],
  sufficient: ['textual,visual', 'textual'],
  features: ['alternativeText', 'tableOfContents', 'MathML', 'synchronizedAudioText', 'ttsMarkup'],
  hazards: ['noFlashingHazard', 'noMotionSimulationHazard', 'noSoundHazard'],
  summary: null,
  conforms_to: ['EPUB Accessibility 1.1 - WCAG 2.1 Level AA'],
  certified_by: null,
  exempt: false,
};
const full = sampleBook(1, { accessibility: said });
const silent = sampleBook(2);
const fixed = sampleBook(3, { fixed_layout: true });

test('what a book says of itself is told in the words of the display guide, section by section', () => {
  expect(accessibilityOf(full)).toEqual([
    {
      title: 'Ways of reading',
      statements: [
        'Appearance can be modified',
        'Readable in read aloud or dynamic braille',
        'Has alternative text',
        'Prerecorded audio synchronized with text',
      ],
    },
    { title: 'Conformance', statements: ['This publication meets accepted accessibility standards'] },
    { title: 'Navigation', statements: ['Table of contents to all chapters of the text via links'] },
    { title: 'Rich content', statements: ['Math as MathML'] },
    { title: 'Hazards', statements: ['No hazards'] },
    {
      title: 'Additional accessibility information',
      statements: ['Text-to-speech hinting provided'],
    },
  ]);
});

test('of what it does not say, that is said', () => {
  expect(accessibilityOf(fixed)).toEqual([
    {
      title: 'Ways of reading',
      statements: ['Appearance cannot be modified', 'No information about nonvisual reading is available'],
    },
    { title: 'Conformance', statements: ['No information is available'] },
  ]);
});

test.each([
  [['visual'], ['visual'], 'Not readable in read aloud or dynamic braille'],
  [['textual', 'visual'], ['textual,visual'], 'Not fully readable in read aloud or dynamic braille'],
  [['textual'], [], 'Readable in read aloud or dynamic braille'],
])('modes %s with %s enough: %s', (modes, sufficient, statement) => {
  const book = sampleBook(4, { accessibility: { ...said, modes, sufficient } });
  expect(accessibilityOf(book)[0]?.statements).toContain(statement);
});

test.each([
  ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aaa', 'exceeds accepted'],
  ['http://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-a', 'meets minimum'],
  ['EPUB Accessibility 1.1 - WCAG 2.2 Level AA', 'meets accepted'],
])('%s %s', (conforms, words) => {
  const book = sampleBook(5, { accessibility: { ...said, conforms_to: [conforms] } });
  expect(accessibilityOf(book)[1]?.statements[0]).toContain(words);
});

test.each([
  ['one denied, one said', ['noFlashingHazard', 'sound'], ['No flashing hazards', 'Sounds']],
  ['none', ['none'], ['No hazards']],
  ['nothing known', ['unknown'], ['The presence of hazards is unknown']],
])('hazards: %s', (_, told, statements) => {
  const book = sampleBook(6, { accessibility: { ...said, hazards: told } });
  expect(accessibilityOf(book).find(({ title }) => title === 'Hazards')?.statements).toEqual(statements);
});

test.each([
  [['auditory'], ['auditory'], 'Prerecorded audio only'],
  [['textual', 'auditory'], ['textual'], 'Prerecorded audio clips'],
])('sound: modes %s with %s enough: %s', (modes, sufficient, statement) => {
  const book = sampleBook(7, { accessibility: { ...said, features: [], modes, sufficient } });
  expect(accessibilityOf(book)[0]?.statements).toContain(statement);
});

test('the library is filtered by it, by filters that find something', () => {
  const books = [full, silent, fixed];
  expect(accessibilityFacets(books)).toContainEqual({ value: 'adjustable', count: 2 });
  expect(accessibilityFacets([fixed])).toEqual([]);
  const facts = { offlineIds: new Set<string>(), collectionIds: null };
  const found = (accessibility: string) => {
    const test = filterTest({ accessibility }, facts);
    return books.filter((book) => test?.(book) ?? true);
  };
  expect(found('described')).toEqual([full]);
  // The URL may contain an unknown filter.
  expect(found('toString')).toEqual(books);
  expect(meetsAccessibility(silent, 'safe')).toBe(false);
});
