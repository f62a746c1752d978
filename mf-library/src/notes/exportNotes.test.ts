/** @jest-environment node */

import fc from 'fast-check';
import { marked } from 'marked';
import { sampleBook, sampleId } from '../testing/sampleBooks.ts';
import { type Entry, entriesOf } from './entries.ts';
import { asMarkdown, asReadwiseCsv, csvCell } from './exportNotes.ts';

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
      position: {
        cfi: 'epubcfi(/6/4!/4/2)',
        quote: { exact: 'Call me Ishmael.', prefix: '“', suffix: ' Some years ago' },
      },
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
  test('[AE-08] as CSV: the columns that Readwise imports, every entry, its formulas neutralised', () => {
    const lines = asReadwiseCsv(entries).split('\r\n');
    expect(lines[0]).toBe('"Highlight","Title","Author","URL","Note","Location","Date"');
    expect(lines[1]).toMatch(
      /^"He \*\*says\*\* it himself\.","'=cmd\(\)\|calc","Melville","","\.opening \.=SUM\(A1\)\nNames","3","2026-01-02 00:00:00"$/,
    );
    expect(lines[2]).toContain('"Call me Ishmael."');
    expect(lines[2]).toContain('"\'=HYPERLINK(""http://evil.example"")"');
  });

  test('as Markdown: a chapter a book, quotations and thoughts', () => {
    const text = asMarkdown(entries);
    expect(text).toContain(
      '# =cmd()|calc — Melville\n\n## Names\n\nHe **says** it himself.\n\n*p. 3 · 2026-01-02 · #opening',
    );
    expect(text).toContain('> Call me Ishmael.');
  });

  const quoting = (id: number, quote: string, createdAt = '2026-01-01T12:00:00.000Z') => ({
    ...(entries[0] as Entry),
    bookId: sampleId(id),
    bookTitle: 'Collected Poems',
    quote,
    createdAt,
  });

  test('[N-08] as Markdown: two books of one title are two chapters', () => {
    const text = asMarkdown([quoting(1, 'one'), quoting(2, 'two'), quoting(1, 'three')]);
    expect(text.match(/^# .*$/gm)).toHaveLength(2);
    expect(text).toMatch(/# Collected[\s\S]*> one[\s\S]*> three[\s\S]*# Collected[\s\S]*> two/);
  });

  test('[N-08] as Markdown: the day is the reader’s own', () => {
    const local = new Date(2026, 0, 2, 0, 30);
    for (const moment of [local, new Date(2026, 0, 2, 23, 30)])
      expect(asMarkdown([quoting(1, 'q', moment.toISOString())])).toContain('· 2026-01-02 ·');
  });

  test('[N-08] as Markdown: a quotation stays a quotation, whatever its lines begin with', () => {
    const lines = [
      '# One',
      '1. Two',
      '12) Two',
      '- Three',
      '+ 3',
      '> Four',
      '* Five',
      '---',
      '===',
      '~~~',
      '| a |',
    ];
    lines.push('    code', '\tcode', '```', '<b>bold</b>', '[a](b)', '_it_', '  # indented', '1. 2. 3.');
    const text = asMarkdown([quoting(1, lines.join('\n'))]);
    const quoted = (text.match(/^> .*$/gm) ?? []).join('\n');
    const html = marked.parse(quoted, { async: false });
    expect(html).toMatch(/^<blockquote>\s*<p>[\s\S]*<\/p>\s*<\/blockquote>\s*$/);
    expect(html.replace(/<\/?(?:blockquote|p)>/g, '')).not.toMatch(/<(?!br)/);
    for (const line of ['# One', '1. Two', '12) Two', '- Three', '---', '===', '1. 2. 3.'])
      expect(html).toContain(line);
  });
});
