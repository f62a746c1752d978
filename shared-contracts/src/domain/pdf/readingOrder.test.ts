import { ReadingOrder } from './readingOrder.ts';

/** The text of lines whose runs stand on the page at these places, in the order of the file. */
function read(...lines: readonly (readonly [text: string, x: number][])[]): string {
  const order = new ReadingOrder();
  const runs = lines.flatMap((line, at) =>
    line.map(([str, x], index) => ({
      str,
      transform: [10, 0, 0, 10, x, 700 - at * 20],
      hasEOL: index === line.length - 1,
    })),
  );
  const ordered = [...order.add(runs), ...order.end()];
  return ordered.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
}
const fromLeft = (...texts: string[]) => texts.map((text, index) => [text, index * 20] as [string, number]);
const fromRight = (...texts: string[]) =>
  texts.map((text, index) => [text, 400 - index * 20] as [string, number]);

test.each([
  [
    'Latin words and numbers',
    ['.', 'כאן', ' ', '123', ' ', 'מספר', ' ', '.', 'בבית שלי', ' ', 'GNU', ' ', 'אני עובד עם'],
    'אני עובד עם GNU בבית שלי. מספר 123 כאן.\n',
  ],
  ['several Latin words', ['לימוד', ' ', 'Free', ' ', 'Go 2', ' ', 'אני אוהב'], 'אני אוהב Free Go 2 לימוד\n'],
  ['the parts of a number', ['שנה', ' ', '12', '/', '2020', ' ', 'תאריך'], 'תאריך 12/2020 שנה\n'],
  ['two numbers', ['סוף', ' ', '20', ' ', '10', ' ', 'מספרים'], 'מספרים 10 20 סוף\n'],
  ['brackets around a Latin word', ['סוף', ' (', 'GNU', ') ', 'מערכת'], 'מערכת (GNU) סוף\n'],
  ['Arabic words', ['هنا', ' ', 'PDF', ' ', 'ملف'], 'ملف PDF هنا\n'],
])('[R-08] a line from the left with %s is put in the order in which it is read', (_what, texts, line) => {
  expect(read(fromLeft(...texts))).toBe(line);
});

test('[R-08] each line is put in order by itself, also one of mostly Latin words', () => {
  const lines = [fromLeft('סוף הדבר', ' ', '5'), fromLeft('עם', ' ', 'GNU')];
  expect(read(...lines)).toBe('5 סוף הדבר\nGNU עם\n');
});

test('[R-08] lines that are in order already, and those of other languages, stay as they are', () => {
  expect(read(fromRight('אני', ' ', 'GNU', ' ', 'כאן'))).toBe('אני GNU כאן\n');
  expect(read(fromLeft('The word ', 'שלום', ' means peace.'))).toBe('The word שלום means peace.\n');
});

test('marks of a tagged file keep their places', () => {
  const order = new ReadingOrder<{ str?: string; type?: string; transform?: number[] }>();
  const word = (str: string, x: number) => ({ str, transform: [10, 0, 0, 10, x, 700] });
  const items = [
    { type: 'begin' },
    word('שלום', 0),
    { type: 'end' },
    { type: 'begin' },
    word('5', 9),
    { type: 'end' },
  ];
  expect([...order.add(items), ...order.end()]).toEqual(items);
});
