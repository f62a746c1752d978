import { isUtf8 } from 'node:buffer';
import type { Element, ParentNode } from 'domhandler';
import { AppError } from '../../../../run/common/errors.ts';
import { extensionOf } from '../../epub/container/paths.ts';
import {
  attribute,
  childElements,
  decodeMarkup,
  findElement,
  parseXmlText,
  textOf,
} from '../../epub/xml/xml.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type {
  ForeignFile,
  Publication,
  PublicationAuthor,
  PublicationMetadata,
  PublicationResource,
} from '../publication/publication.ts';
import { markupOf, notesMarkup } from './fb2Markup.ts';

const stylePath = 'fb2.css';

/** Reads FictionBook 2, also within a zip. */
export async function readFb2(file: ForeignFile): Promise<Publication> {
  const source = decodeFb2(await xmlOf(file));
  // Half a file would be read as half a book.
  if (!/<\/(?:[\w.-]{1,99}:)?FictionBook\s*>/.test(source)) throw new AppError('book_broken');
  const root = findElement(parseXmlText(source), 'FictionBook');
  const bodies = root ? childElements(root, 'body') : [];
  if (!root || bodies.length === 0) throw new AppError('book_broken');
  const pictures = picturesOf(root);
  const addressOf = (id: string) => pictures.get(id)?.path ?? null;
  const splitter = new MarkupSplitter([stylePath]);
  const isNotes = (body: Element) => /^(notes|footnotes|comments)$/i.test(attribute(body, 'name') ?? '');
  const noteIds = new Set(
    bodies
      .filter(isNotes)
      .flatMap((body) => childElements(body, 'section').map((note) => note.attribs.id ?? '')),
  );
  for (const body of bodies)
    if (!isNotes(body)) splitter.add(parseMarkup(markupOf(body, { addressOf, noteIds })));
  for (const body of bodies)
    if (isNotes(body))
      splitter.add(parseMarkup(notesMarkup(body, { addressOf, noteIds })), { linear: false });
  const title = findElement(root, 'title-info');
  const coverPage = title && findElement(title, 'coverpage');
  const coverImage = coverPage && findElement(coverPage, 'image');
  return {
    ...splitter.finish(),
    metadata: title ? metadataOf(title, findElement(root, 'publish-info')) : {},
    cover: coverImage ? addressOf((attribute(coverImage, 'href') ?? '').replace(/^#/, '')) : null,
    resources: [{ path: stylePath, read: () => Buffer.from(fb2Style) }, ...pictures.values()],
  };
}

async function xmlOf({ archive, bytes }: ForeignFile): Promise<Buffer> {
  if (!archive) return bytes();
  const name = archive.names.find((each) => extensionOf(each) === 'fb2') ?? '';
  return archive.read(name);
}

/** Decodes it as it declares, or in the usual encoding of this format where that is not true. */
function decodeFb2(bytes: Uint8Array): string {
  const text = decodeMarkup(bytes);
  // A valid file may contain the replacement character itself.
  return text.includes('\uFFFD') && !isUtf8(bytes) ? new TextDecoder('windows-1251').decode(bytes) : text;
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** The pictures by their ids; other data is left out. */
function picturesOf(root: Element): Map<string, PublicationResource> {
  const pictures = new Map<string, PublicationResource>();
  for (const binary of childElements(root, 'binary')) {
    const extension = extensions[(attribute(binary, 'content-type') ?? '').toLowerCase()];
    const id = binary.attribs.id;
    if (!extension || !id || pictures.has(id)) continue;
    const path = `picture-${pictures.size + 1}.${extension}`;
    pictures.set(id, { path, read: () => Buffer.from(textOf(binary), 'base64') });
  }
  return pictures;
}

const textIn = (parent: ParentNode | null, name: string) => {
  const element = parent && findElement(parent, name);
  return element ? textOf(element).replace(/\s+/g, ' ').trim() : '';
};

function metadataOf(title: Element, published: Element | null): PublicationMetadata {
  const sequence = childElements(title, 'sequence')[0] ?? (published && findElement(published, 'sequence'));
  const annotation = findElement(title, 'annotation');
  return {
    title: textIn(title, 'book-title'),
    authors: childElements(title, 'author')
      .map(authorOf)
      .filter(({ name }) => name !== ''),
    language: textIn(title, 'lang'),
    description: annotation
      ? childElements(annotation)
          .map((block) => textOf(block).trim())
          .join('\n')
      : undefined,
    subjects: childElements(title, 'genre').map((genre) => textOf(genre).trim().replaceAll('_', ' ')),
    publisher: textIn(published, 'publisher'),
    published: textIn(published, 'year') || textIn(title, 'date'),
    isbn: textIn(published, 'isbn'),
    series: (sequence && attribute(sequence, 'name')) ?? undefined,
    seriesIndex: (sequence && attribute(sequence, 'number')) ?? undefined,
  };
}

function authorOf(author: Element): PublicationAuthor {
  const [first, middle, last] = ['first-name', 'middle-name', 'last-name'].map((name) =>
    textIn(author, name),
  );
  const name = [first, middle, last].filter(Boolean).join(' ');
  if (name === '') return { name: textIn(author, 'nickname') };
  const given = [first, middle].filter(Boolean).join(' ');
  return last && given ? { name, sorted: `${last}, ${given}` } : { name };
}

/** How the elements of FictionBook look that HTML does not know. */
const fb2Style = `
.poem { margin: 1em 0 1em 2em; }
.stanza { margin: 0 0 1em; }
.v { margin: 0; text-indent: 0; }
.epigraph { margin: 1em 0 1em 30%; font-style: italic; }
.text-author { margin: 0 0 1em; text-align: end; font-style: italic; }
.subtitle { margin: 1em 0; text-align: center; font-weight: bold; text-indent: 0; }
.empty-line { margin: 0; }
.picture { margin: 1em 0; text-align: center; text-indent: 0; }
.picture img { max-width: 100%; }
`;
