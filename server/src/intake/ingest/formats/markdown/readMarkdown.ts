import { Marked } from 'marked';
import { findElements, textOf } from '../../epub/xml/xml.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type { ForeignFile, Publication, PublicationMetadata } from '../publication/publication.ts';
import { decodeText } from '../text/decodeText.ts';

/** Reads Markdown, with title and author from its front matter. */
export async function readMarkdown(file: ForeignFile): Promise<Publication> {
  const source = decodeText(await file.bytes()).replace(/^\uFEFF/, '');
  const front = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)\n/.exec(source);
  const markup = new Marked({ gfm: true, async: false }).parse(source.slice(front?.[0].length ?? 0));
  const root = parseMarkup(markup as string);
  for (const level of [1, 2, 3, 4])
    for (const heading of findElements(root, `h${level}`))
      heading.attribs.id ??= idOfHeading(textOf(heading));
  const splitter = new MarkupSplitter();
  splitter.add(root);
  const { pages, contents } = splitter.finish();
  const metadata = metadataIn(front?.[1] ?? '');
  // Without front matter, the first heading is the title.
  return {
    pages,
    contents,
    metadata: { ...metadata, title: metadata.title ?? contents[0]?.title },
    resources: [],
  };
}

/** As GitHub names headings, so that links to them work. */
const idOfHeading = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Simple lines of YAML: `title: A Book`, and `author:` as a text or a list. */
function metadataIn(front: string): PublicationMetadata {
  const value = (name: string) => {
    const text = new RegExp(`^${name}:[ \\t]*(\\S.*)$`, 'im').exec(front)?.[1]?.trim();
    return text?.replace(/^(["'])(.*)\1$/, '$2');
  };
  const authors = value('authors?') ?? '';
  const listed = /^authors?:[ \t]*\n((?:[ \t]*-[ \t]+.+\n?)+)/im.exec(`${front}\n`)?.[1] ?? '';
  const names = (listed ? listed.split('\n') : authors.replace(/^\[(.*)\]$/, '$1').split(','))
    .map((name) =>
      name
        .replace(/^[ \t]*-[ \t]+/, '')
        .replace(/^\s*["']|["']\s*$/g, '')
        .trim(),
    )
    .filter(Boolean);
  return {
    title: value('title'),
    authors: names.map((name) => ({ name })),
    language: value('lang(?:uage)?'),
    description: value('description'),
    published: value('date'),
  };
}
