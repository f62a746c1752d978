import { type Mark, type MarkedBook, terms } from './reading/formats/mark.ts';

/** A book as the head of a set describes it. */
export interface DescribedBook extends MarkedBook {
  id: string;
  format: 'epub' | 'pdf' | 'none';
  publisher: string | null;
  published: string | null;
}

/**
 * An annotation set (EPUB Annotations 1.0) as JSON, in pieces.
 * @param marks those of one book, in batches
 */
export async function* annotationSet(
  book: DescribedBook,
  marks: AsyncIterable<readonly Mark[]>,
  generated: Date,
): AsyncGenerator<string> {
  const head = {
    '@context': terms.context,
    id: `urn:uuid:${book.id}`,
    type: 'AnnotationSet',
    generator: terms.generator,
    generated: generated.toISOString(),
    about: about(book),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "items": [`;
  let begun = false;
  for await (const some of marks)
    for (const mark of some) {
      yield `${begun ? ',' : ''}\n${JSON.stringify(annotation(mark))}`;
      begun = true;
    }
  yield '\n  ]\n}\n';
}

function about({ title, author, isbn, sha256, format, publisher, published }: DescribedBook) {
  const file = sha256 === null ? [] : [terms.sha256 + Buffer.from(sha256, 'hex').toString('base64url')];
  const identifiers = [...(isbn ? [`urn:isbn:${isbn}`] : []), ...file];
  return {
    'dc:identifier': identifiers.length > 0 ? identifiers : undefined,
    'dc:format': format === 'pdf' ? 'application/pdf' : 'application/epub+zip',
    'dc:title': title,
    'dc:publisher': publisher ?? undefined,
    'dc:creator': author === '' ? undefined : [author],
    'dc:date': /^\d{4}/.exec(published ?? '')?.[0],
  };
}

/** JSON leaves out what is undefined. Only `lectern` is no term of the draft; others ignore it. */
export function annotation(mark: Mark) {
  const { id, kind, title, type, created, modified, source, page } = mark;
  const isCommented = kind === 'note' || (mark.body ?? '') !== '';
  const own = kind === 'note' ? { kind, title: title || undefined, type } : undefined;
  return {
    id,
    type: 'Annotation',
    motivation: kind === 'bookmark' ? 'bookmarking' : isCommented ? 'commenting' : 'highlighting',
    created,
    modified: modified ?? undefined,
    body: body(mark),
    target: {
      source: source ?? '',
      selector: selectors(mark),
      meta: page === null ? undefined : { page: String(page) },
    },
    lectern: own,
  };
}

function body({ kind, title, body: value, color, style, tags }: Mark) {
  if (kind === 'bookmark' && value === null) return undefined;
  const highlight = style === 'underline' ? 'underline' : 'solid';
  return {
    type: 'TextualBody',
    value: title === '' ? (value ?? '') : `${title}\n\n${value ?? ''}`,
    format: 'text/plain',
    color: color ?? undefined,
    highlight: kind === 'highlight' ? highlight : undefined,
    tags: tags.length > 0 ? tags : undefined,
  };
}

/** CFI and progression are not in the draft; Readium's programs read and write them. */
function selectors({ quote, cfi, fraction }: Mark): object[] | undefined {
  const { exact, prefix, suffix } = quote ?? {};
  const all = [
    quote && {
      type: 'TextQuoteSelector',
      exact,
      prefix: prefix || undefined,
      suffix: suffix || undefined,
    },
    cfi !== null && { type: 'FragmentSelector', conformsTo: terms.cfi, value: cfi },
    fraction !== null && { type: 'ProgressionSelector', value: fraction },
  ].filter((one) => typeof one === 'object' && one !== null);
  return all.length > 0 ? all : undefined;
}
