import { escapeText } from '../../epub/xml/xml.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type { ForeignFile, Publication, PublicationMetadata } from '../publication/publication.ts';
import { decodeText } from './decodeText.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Reads plain text: its paragraphs, and chapters where a line looks like the heading of one. */
export async function readText(file: ForeignFile): Promise<Publication> {
  const text = decodeText(await file.bytes());
  const splitter = new MarkupSplitter();
  const markup = paragraphsOf(text).map(({ level, lines }) => {
    const shown = lines.map(escapeText).join('<br/>');
    return level > 0 ? `<h${level}>${shown}</h${level}>` : `<p>${shown}</p>`;
  });
  splitter.add(parseMarkup(markup.join('\n')));
  return { ...splitter.finish(), metadata: metadataIn(text), resources: [] };
}

/** The head of a Project Gutenberg file, which names title, author and language. */
function metadataIn(text: string): PublicationMetadata {
  const head = text.slice(0, 4_000);
  if (!/project gutenberg/i.test(head)) return {};
  const value = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'im').exec(head)?.[1]?.trim();
  const author = value('Author');
  return { title: value('Title'), authors: author ? [{ name: author }] : [], language: value('Language') };
}
