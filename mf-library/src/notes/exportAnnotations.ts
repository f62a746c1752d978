import type { Entry } from './entries.ts';

/**
 * The entries as JSON-LD in the W3C Web Annotation Data Model. A passage has up to three selectors:
 * its text with context, its CFI (EPUB) and its page (PDF).
 */
export function asAnnotations(entries: readonly Entry[]): string {
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

function annotation(entry: Entry) {
  const { id, kind, title, thought, tags, color, createdAt, source } = entry;
  const body = [
    ...(thought === ''
      ? []
      : [{ type: 'TextualBody', value: thought, format: 'text/markdown', purpose: 'commenting' }]),
    ...(title === ''
      ? []
      : [{ type: 'TextualBody', value: title, format: 'text/plain', purpose: 'describing' }]),
    ...tags.map((tag) => ({ type: 'TextualBody', value: tag, purpose: 'tagging' })),
  ];
  return {
    id: `urn:uuid:${id}`,
    type: 'Annotation',
    motivation: kind === 'highlight' && thought === '' ? 'highlighting' : 'commenting',
    created: createdAt,
    modified: source.updated_at,
    ...(body.length > 0 ? { body } : {}),
    ...(entry.bookId === null ? {} : { target: target(entry, color) }),
  };
}

function target({ bookId, bookTitle, author, quote, position, page }: Entry, color: string | null) {
  const selector = [
    ...(quote === null
      ? []
      : [
          {
            type: 'TextQuoteSelector',
            exact: quote,
            ...(position?.quote?.prefix ? { prefix: position.quote.prefix } : {}),
            ...(position?.quote?.suffix ? { suffix: position.quote.suffix } : {}),
          },
        ]),
    ...(position?.cfi
      ? [
          {
            type: 'FragmentSelector',
            conformsTo: 'http://www.idpf.org/epub/linking/cfi/epub-cfi.html',
            value: position.cfi,
          },
        ]
      : page === null
        ? []
        : [
            {
              type: 'FragmentSelector',
              conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
              value: `page=${page}`,
            },
          ]),
  ];
  return {
    type: 'SpecificResource',
    source: {
      id: `urn:uuid:${bookId}`,
      type: 'Text',
      ...(bookTitle === null ? {} : { 'schema:name': bookTitle }),
      ...(author === null ? {} : { 'schema:author': author }),
    },
    ...(color === null ? {} : { styleClass: color }),
    ...(selector.length > 0 ? { selector } : {}),
  };
}
