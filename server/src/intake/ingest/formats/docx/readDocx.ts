import mammoth from 'mammoth';
import { AppError } from '../../../../run/common/errors.ts';
import type { Archive } from '../../epub/container/archive.ts';
import { findElement, parseXml, textOf } from '../../epub/xml/xml.ts';
import { limits } from '../../limits.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type {
  ForeignFile,
  Publication,
  PublicationMetadata,
  PublicationResource,
} from '../publication/publication.ts';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

/** The title of a document is a heading too, but not a chapter. */
const styleMap = ["p[style-name='Title'] => h1.title:fresh", "p[style-name='Subtitle'] => p.subtitle:fresh"];

/** Reads a Word document: its paragraphs, headings, lists, tables, notes and pictures. Nothing outside is read. */
export async function readDocx({ archive, bytes }: ForeignFile): Promise<Publication> {
  if (!archive) throw new AppError('book_broken');
  // Every file is unpacked here first, within the limits; mammoth unpacks them without.
  for (const name of archive.names) archive.read(name, limits.entryBytes);
  const resources: PublicationResource[] = [];
  const convertImage = mammoth.images.imgElement(async (image) => {
    const extension = extensions[image.contentType];
    if (!extension) return { src: '' };
    const data = await image.readAsBuffer();
    const path = `picture-${resources.length + 1}.${extension}`;
    resources.push({ path, read: () => data });
    return { src: path };
  });
  const { value } = await mammoth
    .convertToHtml({ buffer: await bytes() }, { convertImage, styleMap, externalFileAccess: false })
    .catch(() => {
      throw new AppError('book_broken');
    });
  const splitter = new MarkupSplitter();
  splitter.add(parseMarkup(value));
  return { ...splitter.finish(), metadata: metadataIn(archive), resources };
}

function metadataIn(archive: Archive): PublicationMetadata {
  const path = 'docProps/core.xml';
  if (!archive.has(path)) return {};
  const core = parseXml(archive.read(path, limits.packageBytes));
  const value = (name: string) => {
    const element = findElement(core, name);
    return element ? textOf(element).trim() || undefined : undefined;
  };
  const authors = value('creator')?.split(/\s*[;&]\s*/) ?? [];
  return {
    title: value('title'),
    authors: authors.filter(Boolean).map((name) => ({ name })),
    language: value('language'),
    description: value('description'),
    subjects: value('subject') ? [value('subject') as string] : [],
  };
}
