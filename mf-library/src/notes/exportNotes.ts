import { dayOf } from '@lectern/shared-contracts/domain/gamification/streak.ts';
import { oneLine, quotation } from '@lectern/shared-contracts/domain/notes/markdownText.ts';
import type { Entry } from './entries.ts';

export type ExportFormat = 'markdown' | 'csv' | 'json';

export const exportTypes: Readonly<Record<ExportFormat, { extension: string; type: string }>> = {
  markdown: { extension: 'md', type: 'text/markdown;charset=utf-8' },
  csv: { extension: 'csv', type: 'text/csv;charset=utf-8' },
  json: { extension: 'jsonld', type: 'application/ld+json' },
};

/** The entries as the text of a file. */
export function exportNotes(entries: readonly Entry[], format: ExportFormat): string {
  return { markdown: asMarkdown, csv: asReadwiseCsv, json: asAnnotations }[format](entries);
}

/** One section per book, a quotation per passage with its note below. */
function asMarkdown(entries: readonly Entry[]): string {
  const books = Map.groupBy(entries, ({ bookId, bookTitle }) => (bookTitle ? bookId : null));
  const chapters = [...books.values()].map((list) => {
    const { bookTitle: title, author } = list[0] as Entry;
    const heading = !title ? '# Notes' : `# ${oneLine(title)}${author ? ` — ${oneLine(author)}` : ''}`;
    return [heading, ...list.map(entryAsMarkdown)].join('\n\n');
  });
  return `${chapters.join('\n\n')}\n`;
}

function entryAsMarkdown({ title, quote, thought, page, tags, createdAt }: Entry): string {
  const facts = [
    page === null ? '' : `p. ${page}`,
    dayOf(new Date(createdAt)),
    ...tags.map((tag) => `#${oneLine(tag)}`),
  ];
  return [
    title && `## ${oneLine(title)}`,
    quote && quotation(quote),
    thought,
    `*${facts.filter(Boolean).join(' · ')}*`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Columns of a Readwise import. */
const columns = ['Highlight', 'Title', 'Author', 'URL', 'Note', 'Location', 'Date'] as const;

/**
 * The entries as a Readwise CSV. A note without a quotation uses its own text as the highlight, which
 * Readwise requires; tags come first in the note as '.tag'.
 */
function asReadwiseCsv(entries: readonly Entry[]): string {
  const rows = entries.map(({ quote, thought, title, bookTitle, author, tags, page, createdAt }) => {
    const words = [tags.map((tag) => `.${tag.replace(/\s+/g, '_')}`).join(' '), title];
    if (quote !== null) words.push(thought);
    return [
      quote ?? thought,
      bookTitle,
      author,
      null,
      words.filter(Boolean).join('\n'),
      page,
      createdAt.slice(0, 19).replace('T', ' '),
    ];
  });
  return `${[[...columns], ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * One cell. Text that a spreadsheet would run as a formula (= + - @ or control characters) gets an
 * apostrophe in front.
 */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = typeof value !== 'number' && /^\s*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/**
 * The entries as JSON-LD in the W3C Web Annotation Data Model. A passage has up to three selectors:
 * its text with context, its CFI (EPUB) and its page (PDF).
 */
function asAnnotations(entries: readonly Entry[]): string {
  return `${JSON.stringify(
    {
      '@context': 'http://www.w3.org/ns/anno.jsonld',
      type: 'AnnotationPage',
      items: entries.map(annotation),
    },
    null,
    2,
  )}\n`;
}

/** JSON leaves out what is undefined. */
function annotation(entry: Entry) {
  const { id, kind, title, thought, tags, createdAt, source } = entry;
  const body = [
    { value: thought, format: 'text/markdown', purpose: 'commenting' },
    { value: title, format: 'text/plain', purpose: 'describing' },
    ...tags.map((value) => ({ value, purpose: 'tagging' })),
  ].flatMap((part) => (part.value === '' ? [] : [{ type: 'TextualBody', ...part }]));
  return {
    id: `urn:uuid:${id}`,
    type: 'Annotation',
    motivation: kind === 'highlight' && thought === '' ? 'highlighting' : 'commenting',
    created: createdAt,
    modified: source.updated_at,
    body: body.length > 0 ? body : undefined,
    target: entry.bookId === null ? undefined : target(entry),
  };
}

function target({ bookId, bookTitle, author, quote, position, page, color }: Entry) {
  const { prefix, suffix } = position?.quote ?? {};
  const fragment = (conformsTo: string, value: string) => ({ type: 'FragmentSelector', conformsTo, value });
  const selector = [
    quote === null
      ? null
      : { type: 'TextQuoteSelector', exact: quote, prefix: prefix || undefined, suffix: suffix || undefined },
    position?.cfi ? fragment('http://www.idpf.org/epub/linking/cfi/epub-cfi.html', position.cfi) : null,
    page === null || position?.cfi ? null : fragment('http://tools.ietf.org/rfc/rfc3778', `page=${page}`),
  ].filter((one) => one !== null);
  return {
    type: 'SpecificResource',
    source: {
      id: `urn:uuid:${bookId}`,
      type: 'Text',
      'schema:name': bookTitle ?? undefined,
      'schema:author': author ?? undefined,
    },
    styleClass: color ?? undefined,
    selector: selector.length > 0 ? selector : undefined,
  };
}
