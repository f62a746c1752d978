import type { BookAccessibility } from '@lectern/shared-contracts/api/bookAccessibility.ts';
import type { Element, ParentNode } from 'domhandler';
import { Parser } from 'htmlparser2';
import { parseIsbn } from '../../../../library/identity/isbn.ts';
import type { BookMetadata } from '../../ingestedBook.ts';
import {
  canonicalLanguage,
  finite,
  genreOf,
  publicationDate,
  sortForm,
  tagsOf,
} from '../../metadataValues.ts';
import { cleanLine, cleanParagraphs } from '../../plainText.ts';
import { attribute, textOf } from '../xml/xml.ts';
import { metadataElements, type PackageDocument, refinement } from './packageDocument.ts';

/**
 * Metadata of the package, as plain text of limited length.
 * @param fileTitle used when there is no title
 */
export function readMetadata(pack: PackageDocument, fileTitle: string): BookMetadata {
  const { metadata } = pack;
  const subjects = subjectsOf(metadata);
  const genre = genreOf(subjects);
  const isbn = findIsbn(pack);
  const accessibility = readAccessibility(metadata);
  const language = canonicalLanguage(firstText(metadata, 'language'));
  const titleLanguage = languageOfTitle(pack);
  const title = withoutPlaceholder(mainTitle(pack), placeholders.title);
  return {
    title: title || fileTitle,
    title_sort: titleSort(pack, title),
    author: withoutPlaceholder(cleanLine(authors(pack).join(', '), 500), placeholders.author),
    author_sort: authorSort(pack),
    description:
      withoutPlaceholder(
        cleanParagraphs(htmlToText(firstText(metadata, 'description')), 10_000),
        placeholders.description,
      ) || null,
    genre,
    tags: tagsOf(subjects, genre),
    language,
    ...(titleLanguage && titleLanguage !== language ? { title_language: titleLanguage } : {}),
    publisher: cleanLine(firstText(metadata, 'publisher'), 300) || null,
    published: published(metadata),
    ...series(metadata),
    isbn: isbn?.isbn13 ?? null,
    isbn10: isbn?.isbn10 ?? null,
    isbn13: isbn?.isbn13 ?? null,
    ...(accessibility ? { accessibility } : {}),
  };
}

/** Placeholders written by LibreOffice, calibre, Pandoc and Sphinx. */
const placeholders = {
  title: /^(Unknown Title|UNTITLED)$/,
  author: /^(Unknown|Unknown Author)$/,
  description: /^unknown$/i,
} as const;

const withoutPlaceholder = (text: string, placeholder: RegExp) => (placeholder.test(text) ? '' : text);

const firstText = (metadata: ParentNode, name: string) => {
  const element = metadataElements(metadata, name)[0];
  return element ? textOf(element) : '';
};

function titleElement({ metadata }: PackageDocument): Element | undefined {
  const titles = metadataElements(metadata, 'title').filter((title) => textOf(title).trim() !== '');
  const main = titles.find((title) => refinement(metadata, title, 'title-type') === 'main');
  return main ?? titles[0];
}

function mainTitle(pack: PackageDocument): string {
  const title = titleElement(pack);
  return title ? withDirection(cleanLine(textOf(title), 500), title, pack.textDirection) : '';
}

/** The main title as the file sorts it: 'Tale of Two Cities, A'. */
function titleSort(pack: PackageDocument, title: string): string | null {
  const element = titleElement(pack);
  const ofCalibre = metadataElements(pack.metadata, 'meta').find(
    (meta) => attribute(meta, 'name') === 'calibre:title_sort',
  );
  const sorted =
    element &&
    (attribute(element, 'file-as') ??
      refinement(pack.metadata, element, 'file-as') ??
      (ofCalibre && attribute(ofCalibre, 'content')));
  return sortForm(title, sorted ?? '');
}

/** The language of the title by its own xml:lang, not the one of the whole metadata. */
function languageOfTitle(pack: PackageDocument): string | null {
  const title = titleElement(pack);
  const declared = title && attribute(title, 'xml:lang');
  return declared ? canonicalLanguage(declared) : null;
}

const [leftToRightMark, rightToLeftMark] = ['\u200E', '\u200F'] as const;

/**
 * Adds a direction mark when the direction in the package differs from that of the first letter, which browsers use
 * for `dir="auto"`.
 */
function withDirection(text: string, element: Element, inherited: string | null): string {
  const direction = (attribute(element, 'dir') ?? inherited)?.trim().toLowerCase();
  const first = /\p{L}/u.exec(text)?.[0] ?? '';
  const rightToLeft =
    /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(first);
  if (text === '' || (direction === 'rtl') === rightToLeft) return text;
  if (direction === 'rtl') return rightToLeftMark + text;
  return direction === 'ltr' ? leftToRightMark + text : text;
}

/** MARC codes of contributors other than authors; they are left out when there is an author. */
const helpers = /^(art|aui|bkd|bkp|clr|cov|edt|ill|mrk|nrt|pbl|pht|prt|rev|trl)$/;

/** The MARC code of a contributor, by code or URL; null when there is none. */
const roleOf = (metadata: ParentNode, creator: Element): string | null =>
  (attribute(creator, 'role') ?? refinement(metadata, creator, 'role'))
    ?.trim()
    .toLowerCase()
    .replace(/^.*[/:]/, '') ?? null;

function writers({ metadata }: PackageDocument): Element[] {
  const creators = metadataElements(metadata, 'creator').filter((creator) => textOf(creator).trim() !== '');
  const authors = creators.filter((creator) => {
    const role = roleOf(metadata, creator);
    return role === null || !helpers.test(role);
  });
  return authors.length > 0 ? authors : creators;
}

function authors(pack: PackageDocument): string[] {
  const names = writers(pack).map((creator) =>
    withDirection(cleanLine(textOf(creator), 200), creator, pack.textDirection),
  );
  return [...new Set(names)];
}

/** The first author as the file sorts them: 'Austen, Jane'. */
function authorSort(pack: PackageDocument): string | null {
  const [first] = writers(pack);
  const sorted = first && (attribute(first, 'file-as') ?? refinement(pack.metadata, first, 'file-as'));
  return withoutPlaceholder(cleanLine(sorted ?? '', 200), placeholders.author) || null;
}

function subjectsOf(metadata: ParentNode): string[] {
  const own = metadataElements(metadata, 'meta').filter(
    (meta) => attribute(meta, 'property') === 'se:subject',
  );
  return [...own, ...metadataElements(metadata, 'subject')].map(textOf);
}

function published(metadata: ParentNode): string | null {
  const dates = metadataElements(metadata, 'date');
  const publication = dates.find((date) => attribute(date, 'event') === 'publication');
  const plain = dates.find((date) => attribute(date, 'event') === undefined);
  const date = publication ?? plain ?? dates[0];
  return publicationDate(date ? textOf(date) : '');
}

function series(metadata: ParentNode): Pick<BookMetadata, 'series' | 'series_index'> {
  const [names, indexes] = ['calibre:series', 'calibre:series_index'].map((name) =>
    metadataElements(metadata, 'meta')
      .filter((meta) => attribute(meta, 'name') === name)
      .map((meta) => cleanLine(attribute(meta, 'content') ?? '', 300)),
  ) as [string[], string[]];
  // A file may have an empty series before the real one, each with its number.
  const at = names.findIndex((name) => name !== '');
  const [name] = names.slice(at);
  if (at >= 0 && name !== undefined) {
    const index = indexes.length === names.length ? indexes[at] : indexes[0];
    return { series: name, series_index: finite(index ?? null) };
  }
  for (const meta of metadataElements(metadata, 'meta')) {
    if (attribute(meta, 'property') !== 'belongs-to-collection') continue;
    const type = refinement(metadata, meta, 'collection-type');
    if (type !== null && type !== 'series') continue;
    const name = cleanLine(textOf(meta), 300);
    if (name !== '')
      return { series: name, series_index: finite(refinement(metadata, meta, 'group-position')) };
  }
  return { series: null, series_index: null };
}

function findIsbn(pack: PackageDocument) {
  const sources = metadataElements(pack.metadata, 'source')
    .map(textOf)
    .filter((text) => /isbn/i.test(text));
  for (const text of [...pack.identifiers, ...sources]) {
    const isbn = parseIsbn(text);
    if (isbn) return isbn;
  }
  return null;
}

const blocks = /^(p|div|br|li|h[1-6]|ul|ol|blockquote|tr|section|article)$/;
const silent = /^(script|style|template|iframe|object|noscript|textarea|title)$/;

/** Converts the HTML that shops put into descriptions to plain text, with line breaks between blocks. */
export function htmlToText(markup: string): string {
  if (!/[<&]/.test(markup)) return markup;
  let text = '';
  let hidden = 0;
  const parser = new Parser(
    {
      onopentag(name) {
        if (silent.test(name)) hidden++;
        else if (blocks.test(name)) text += '\n';
      },
      onclosetag(name) {
        if (silent.test(name)) hidden--;
        else if (blocks.test(name) && name !== 'br') text += '\n';
      },
      ontext(data) {
        if (hidden === 0) text += data;
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(markup.slice(0, 200_000));
  return text;
}

/** Maximum number of values per property; more would not be useful. */
const maxValues = 60;

/**
 * Accessibility metadata of a package: properties of schema.org, the a11y vocabulary and Dublin Core, in the notation
 * of EPUB 3 (`property`, or `link` with `rel`) and EPUB 2 (`name` and `content`).
 * @returns null when there is none
 */
export function readAccessibility(metadata: ParentNode): BookAccessibility | null {
  const all = metadataElements(metadata, 'meta');
  const metas = all.filter((meta) => attribute(meta, 'refines') === undefined);
  const links = metadataElements(metadata, 'link');
  const valuesOf = (name: string, among = metas): string[] => {
    const values = [
      ...among.flatMap((meta) => {
        if (meta.attribs.property === name) return textOf(meta);
        return meta.attribs.name === name ? (attribute(meta, 'content') ?? '') : [];
      }),
      ...links.flatMap((link) => (link.attribs.rel === name ? (attribute(link, 'href') ?? '') : [])),
    ];
    const clean = values.map((value) => cleanLine(value, 300)).filter((value) => value !== '');
    return [...new Set(clean)].slice(0, maxValues);
  };
  const summary = metas.find((meta) =>
    [meta.attribs.property, meta.attribs.name].includes('schema:accessibilitySummary'),
  );
  const declared: BookAccessibility = {
    modes: valuesOf('schema:accessMode'),
    sufficient: valuesOf('schema:accessModeSufficient').map((value) => value.replace(/\s+/g, '')),
    features: valuesOf('schema:accessibilityFeature'),
    hazards: valuesOf('schema:accessibilityHazard'),
    summary: summary
      ? cleanParagraphs(textOf(summary) || (attribute(summary, 'content') ?? ''), 4_000) || null
      : null,
    conforms_to: [
      ...valuesOf('dcterms:conformsTo'),
      ...metadataElements(metadata, 'conformsTo').map((element) => cleanLine(textOf(element), 300)),
    ].filter((value) => /accessib|wcag|epub-a11y/i.test(value)),
    certified_by: valuesOf('a11y:certifiedBy')[0] ?? null,
    // These refine the certifier, but are also written on their own.
    ...optional('certifier_credential', valuesOf('a11y:certifierCredential', all)[0]),
    ...optional('certifier_report', valuesOf('a11y:certifierReport', all).find(isAddress)),
    exempt: valuesOf('a11y:exemption').length > 0,
  };
  const says = Object.values(declared).some((value) =>
    Array.isArray(value) ? value.length > 0 : Boolean(value),
  );
  return says ? declared : null;
}

const isAddress = (value: string) => /^https?:\/\/[^\s/]/i.test(value);

const optional = <Name extends string>(name: Name, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, string>>;
