import { AccentJoiner, type PlacedText } from './joinAccents.ts';

/** A text run with a font height of 10 units. */
const run = (str: string, x: number, width: number, { y = 0, hasEOL = false } = {}): PlacedText => ({
  str,
  dir: 'ltr',
  width,
  transform: [10, 0, 0, 10, x, y],
  hasEOL,
});

const textOf = (runs: readonly PlacedText[]) => runs.map(({ str }) => str);

function join(...parts: PlacedText[][]): PlacedText[] {
  const joiner = new AccentJoiner<PlacedText>();
  return [...parts.flatMap((part) => joiner.add(part)), ...joiner.end()];
}

test('[P-05] accents that stand over the letter that follows are joined with it, and the run before ends where it begins', () => {
  const joined = join([run('na¨', 0, 15), run('ıve ˆ', 11, 22), run('etre', 28.5, 20)]);
  expect(textOf(joined)).toEqual(['na', 'ïve ', 'être']);
  expect(joined.map(({ width }) => width)).toEqual([11, 17.5, 20]);
});

test('an accent alone goes into its letter, also above a capital and where the letter comes with the next part', () => {
  expect(textOf(join([run('˝', 20, 5, { y: 2 })], [run('O', 18, 8)]))).toEqual(['Ő']);
});

test('a cedilla that comes after its letter, below it, is joined with it, and what follows begins where the letter ends', () => {
  const joined = join([run('Franc', 0, 25), run('¸ois', 21, 20)]);
  expect(textOf(joined)).toEqual(['Franç', 'ois']);
  expect(joined[1]).toMatchObject({ width: 16, transform: [10, 0, 0, 10, 25, 0] });
  expect(textOf(join([run('a', 0, 5), run('´b', 2, 10)]))).toEqual(['a', '´b']);
});

test('what only looks like an accent stays as it is', () => {
  const apart = [run('it´', 0, 10), run('s', 10, 5)];
  expect(textOf(join(apart))).toEqual(['it´', 's']);
  expect(textOf(join([run('x^', 0, 10), run('2', 5, 5)]))).toEqual(['x^', '2']);
  expect(textOf(join([run('end´', 0, 20, { hasEOL: true }), run('e', 14, 5)]))).toEqual(['end´', 'e']);
  expect(textOf(join([run('a´', 0, 10), run('e', 5, 5, { y: -14 })]))).toEqual(['a´', 'e']);
  const marked = [run('a´', 0, 10), {}, run('e', 5, 5)];
  expect(join(marked)).toEqual(marked);
});
