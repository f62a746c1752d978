import { type Element, isTag, type ParentNode } from 'domhandler';
import { findElements } from '../../epub/xml/xml.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type { ContentsEntry, Publication } from '../publication/publication.ts';
import { anchorId, withAnchors } from './anchors.ts';
import { contentsTree, readContentsIndex } from './contentsIndex.ts';
import { readMobiText } from './decompress.ts';
import type { MobiBook } from './mobiBook.ts';

/** The text of the older format is one HTML document, in which links name offsets and pictures numbers. */
export function readMobi6(book: MobiBook): Omit<Publication, 'metadata'> {
  const { file, header, start, resources } = book;
  const text = readMobiText(file, header, start);
  const listed = readContentsIndex(book);
  const offsets = [
    ...listed.map(({ offset }) => offset),
    ...[...text.toString('latin1').matchAll(/\sfilepos\s*=\s*["']?(\d{1,10})/gi)].map(([, digits]) =>
      Number(digits),
    ),
  ];
  const markup = new TextDecoder(header.encoding)
    .decode(withAnchors(text, offsets))
    .replace(/<\s*mbp:pagebreak[^>]{0,300}>/gi, '<hr class="page-break"/>')
    .replace(/<\/mbp:pagebreak\s*>/gi, '');
  const root = parseMarkup(markup);
  for (const image of findElements(root, 'img')) showPicture(image, resources.pathOf(pictureNumber(image)));
  for (const link of findElements(root, 'a')) {
    const { filepos } = link.attribs;
    if (filepos !== undefined) link.attribs = { ...link.attribs, href: `#${anchorId(Number(filepos))}` };
    delete link.attribs.filepos;
  }
  keepIndents(root);
  const splitter = new MarkupSplitter();
  splitter.add(root);
  const { pages, contents } = splitter.finish();
  const own = contentsTree(listed, ({ offset }) => splitter.addressOf(anchorId(offset)));
  return {
    pages,
    contents: own.length > 0 ? own : (linkedContents(root, splitter) ?? contents),
    resources: [],
  };
}

const pictureNumber = ({ attribs }: Element) => Number(attribs.recindex ?? attribs.hirecindex ?? Number.NaN);

function showPicture(image: Element, path: string | null): void {
  const { alt = '', width, height } = image.attribs;
  image.attribs = {
    ...(path ? { src: path } : {}),
    alt,
    ...(width ? { width } : {}),
    ...(height ? { height } : {}),
  };
}

/** `width` and `height` of a paragraph are its indent and the space before it. */
function keepIndents(root: ParentNode): void {
  for (const name of ['p', 'div', 'blockquote'])
    for (const element of findElements(root, name)) {
      const { width, height, ...attributes } = element.attribs;
      const length = /^-?\d{1,3}(\.\d{1,3})?(em|pt|px|%)?$/;
      const withUnit = (value: string) => (/\d$/.test(value) ? `${value}px` : value);
      const style = [
        width && length.test(width) ? `text-indent:${withUnit(width)}` : '',
        height && length.test(height) ? `margin-top:${withUnit(height)}` : '',
      ].filter(Boolean);
      element.attribs = style.length > 0 ? { ...attributes, style: style.join(';') } : attributes;
    }
}

/** The table of contents of a book without an index: the links of the page that its guide names. */
function linkedContents(root: ParentNode, splitter: MarkupSplitter): ContentsEntry[] | null {
  const reference = findElements(root, 'reference').find(
    ({ attribs }) => attribs.type?.toLowerCase() === 'toc',
  );
  const offset = Number(reference?.attribs.filepos ?? Number.NaN);
  if (!Number.isFinite(offset)) return null;
  const links = linksAfter(root, anchorId(offset));
  const entries = links.flatMap(({ id, title }) => {
    const address = splitter.addressOf(id);
    return address && title ? [{ title, address, children: [] }] : [];
  });
  return entries.length > 0 ? entries : null;
}

/** The links between an anchor and the next page break. */
function linksAfter(root: ParentNode, anchor: string): { id: string; title: string }[] {
  const links: { id: string; title: string }[] = [];
  let isInside = false;
  const visit = (parent: ParentNode) => {
    for (const node of parent.children) {
      if (!isTag(node)) continue;
      if (node.attribs.id === anchor) isInside = true;
      else if (node.attribs.class === 'page-break') isInside = false;
      const { href } = node.attribs;
      if (isInside && node.name === 'a' && href?.startsWith('#'))
        links.push({ id: href.slice(1), title: plainText(node) });
      visit(node);
    }
  };
  visit(root);
  return links;
}

function plainText(parent: ParentNode): string {
  let text = '';
  for (const node of parent.children) {
    if ('data' in node) text += node.data;
    else if (isTag(node)) text += plainText(node);
  }
  return text.replace(/\s+/g, ' ').trim();
}
