import { createHash } from 'node:crypto';
import { parseIsbn } from '../../../../library/identity/isbn.ts';
import {
  type ForeignMark,
  isObject,
  type Loose,
  markFrom,
  moment,
  momentOf,
  SetsByBook,
} from './foreignMark.ts';
import { parseLua } from './lua.ts';
import type { Mark, MarkSet } from './mark.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): Loose[] =>
  (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []).filter(isObject);

/** Whether JSON is an export of KOReader: of one document, or of several. */
export const isKoreaderExport = (json: unknown): json is Loose =>
  isObject(json) && (Array.isArray(json.documents) || Array.isArray(json.entries));

/** Reads what the exporter of KOReader writes as JSON. */
export function readKoreaderExport(json: Loose): MarkSet[] {
  const sets = new SetsByBook();
  for (const document of Array.isArray(json.documents) ? listOf(json.documents) : [json]) {
    const { title, author, md5sum, file } = document;
    const set = sets.of({
      title: textOf(title),
      author: oneLine(textOf(author)),
      digests: digestsOf(md5sum, file),
    });
    for (const entry of listOf(document.entries)) {
      const { text, note, page, pn_xp, time, drawer, color, sort } = entry;
      set.marks.push(
        markFrom(set.about, {
          kind: sort === 'bookmark' || sort === 'note' ? sort : 'highlight',
          text: textOf(text),
          note: textOf(note),
          created: typeof time === 'number' ? moment(time * 1_000) : momentOf(textOf(time)),
          ...placeOf(pn_xp ?? page, page),
          color: textOf(color),
          style: styleOf(drawer),
        }),
      );
    }
  }
  return sets.all;
}

export const isKoreaderSettings = (text: string): boolean =>
  /^(?:--[^\n]*\n|\s)*return\s*\{/.test(text.slice(0, 2_000));

/**
 * Reads `metadata.epub.lua`, in which KOReader keeps the marks of a book beside it: a list of annotations; before
 * 2024 highlights by page, with their thoughts in a list of bookmarks of the same time.
 * @throws AppError marks_unreadable
 */
export function readKoreaderSettings(text: string): MarkSet[] {
  const settings = parseLua(text);
  if (!isObject(settings)) return [];
  const [props, stats] = [settings.doc_props, settings.stats].map((one) => (isObject(one) ? one : {}));
  const sets = new SetsByBook();
  const set = sets.of({
    title: textOf(props?.title) || textOf(stats?.title),
    author: oneLine(textOf(props?.authors) || textOf(stats?.authors)),
    isbn: parseIsbn(textOf(props?.identifiers))?.isbn13 ?? null,
    digests: digestsOf(settings.partial_md5_checksum, settings.doc_path),
  });
  const annotations = listOf(settings.annotations);
  for (const one of annotations.length > 0 ? annotations : oldMarks(settings)) {
    const { text: words, note, datetime, datetime_updated, drawer, color, page, pageno, pos0 } = one;
    const isBookmark = drawer === undefined && pos0 === undefined;
    set.marks.push(
      markFrom(set.about, {
        kind: isBookmark ? 'bookmark' : 'highlight',
        // The text of a bookmark is made by KOReader.
        text: isBookmark ? '' : textOf(words),
        note: textOf(note),
        created: momentOf(textOf(datetime)),
        modified: momentOf(textOf(datetime_updated) || textOf(datetime)),
        ...placeOf(page, pageno),
        color: textOf(color),
        style: styleOf(drawer),
      }),
    );
  }
  return sets.all;
}

function oldMarks({ highlight, bookmarks }: Loose): Loose[] {
  const others = listOf(bookmarks);
  const highlights = Object.entries(isObject(highlight) ? highlight : {}).flatMap(([page, list]) =>
    listOf(list).map((one): Loose => {
      const said = textOf(others.find(({ datetime }) => datetime === one.datetime)?.text);
      // Without a thought it is made of page, words and time.
      const isMade = said === one.text || said.includes(` @ ${textOf(one.datetime)}`);
      return { ...one, page: one.pos0 ?? Number(page), note: isMade ? '' : said };
    }),
  );
  return [...highlights, ...others.filter(({ highlighted }) => highlighted !== true)];
}

/** A page of a PDF, or an XPointer of an EPUB. */
function placeOf(place: unknown, page: unknown = null): Pick<ForeignMark, 'page' | 'order' | 'pointer'> {
  const number = [place, page].find((one): one is number => Number.isSafeInteger(one)) ?? null;
  return {
    page: number,
    order: number,
    pointer: typeof place === 'string' && place.includes('DocFragment') ? place.slice(0, 4_000) : undefined,
  };
}

const oneLine = (authors: string): string => authors.split('\n').join(', ');

const styleOf = (drawer: unknown): Mark['style'] => (drawer === 'underscore' ? 'underline' : 'highlight');

function digestsOf(content: unknown, path: unknown): string[] {
  const name = textOf(path).split('/').at(-1);
  const ofContent = /^[0-9a-f]{32}$/.test(textOf(content)) ? [textOf(content)] : [];
  return name ? [...ofContent, createHash('md5').update(name).digest('hex')] : ofContent;
}
