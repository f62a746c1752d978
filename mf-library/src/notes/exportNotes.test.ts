import fc from 'fast-check';
import { sampleBook, sampleId } from '../testing/sampleBooks.ts';
import { entriesOf } from './entries.ts';
import { csvCell, exportNotes } from './exportNotes.ts';

const entries = entriesOf(
  [
    {
      id: 'n1',
      book_id: sampleId(1),
      title: 'Names',
      content: 'He **says** it himself.',
      type: 'note',
      page: 3,
      position: null,
      color: null,
      tags: ['opening', '=SUM(A1)'],
      unread: false,
      created_at: '2026-01-02T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
    },
  ],
  [
    {
      id: 'h1',
      book_id: sampleId(1),
      text: 'Call me Ishmael.',
      color: 'yellow',
      page: 1,
      position: null,
      note: '=HYPERLINK("http://evil.example")',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:00.000Z',
    },
  ],
  [sampleBook(1, { title: '=cmd()|calc', author: 'Melville' })],
);

describe('a cell of a spreadsheet', () => {
  test.each(['=cmd()', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '|calc', '＝cmd()'])(
    '[AE-08] %p is shown as text',
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`);
    },
  );

  test('[AE-08] whatever a reader writes, no cell begins with what a spreadsheet runs', () => {
    fc.assert(fc.property(fc.string(), (text) => !/^"[\s]*[=+\-@]/.test(csvCell(text))));
  });

  test('quotes are doubled, numbers stay numbers', () => {
    expect([csvCell('a "b"'), csvCell(-3), csvCell(null)]).toEqual(['"a ""b"""', '"-3"', '""']);
  });
});

describe('an export', () => {
  test('[AE-08] as CSV: every entry, its formulas neutralised', () => {
    const lines = exportNotes(entries, 'csv').split('\r\n');
    expect(lines[0]).toBe(
      '\uFEFF"kind","book","author","title","quote","note","colour","tags","page","created"',
    );
    expect(lines[1]).toContain('"note","\'=cmd()|calc","Melville","Names"');
    expect(lines[2]).toContain('"\'=HYPERLINK(""http://evil.example"")"');
  });

  test('as Markdown: a chapter a book, quotations and thoughts', () => {
    const text = exportNotes(entries, 'markdown');
    expect(text).toContain(
      '# =cmd()|calc — Melville\n\n## Names\n\nHe **says** it himself.\n\n*p. 3 · 2026-01-02 · #opening',
    );
    expect(text).toContain('> Call me Ishmael.');
  });

  test('as JSON: everything the server knows of it', () => {
    expect(JSON.parse(exportNotes(entries, 'json'))).toMatchObject([
      { kind: 'note', id: 'n1', book_title: '=cmd()|calc', tags: ['opening', '=SUM(A1)'] },
      { kind: 'highlight', id: 'h1', text: 'Call me Ishmael.', color: 'yellow' },
    ]);
  });
});
