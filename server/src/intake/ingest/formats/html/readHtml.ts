import { attribute, decodeMarkup, findElement, findElements, textOf } from '../../epub/xml/xml.ts';
import { MarkupSplitter } from '../markup/MarkupSplitter.ts';
import { parseMarkup } from '../markup/parseMarkup.ts';
import type { ForeignFile, Publication } from '../publication/publication.ts';
import { decodeText } from '../text/decodeText.ts';

const stylePath = 'page.css';

/** Reads one HTML file. Its pictures are those in the file itself, as `data:` addresses; others are not fetched. */
export async function readHtml(file: ForeignFile): Promise<Publication> {
  const root = parseMarkup(decodeHtml(await file.bytes()));
  const style = findElements(root, 'style').map(textOf).join('\n');
  const splitter = new MarkupSplitter(style ? [stylePath] : []);
  splitter.add(root);
  const title = findElement(root, 'title');
  const html = findElement(root, 'html');
  const metas = findElements(root, 'meta');
  const value = (name: string) => {
    const meta = metas.find((each) => attribute(each, 'name')?.toLowerCase() === name);
    return meta && attribute(meta, 'content');
  };
  const author = value('author') ?? value('dc.creator');
  return {
    ...splitter.finish(),
    metadata: {
      title: title ? textOf(title) : undefined,
      authors: author ? [{ name: author }] : [],
      language: (html && attribute(html, 'lang')) ?? undefined,
      description: value('description'),
    },
    resources: style ? [{ path: stylePath, read: () => Buffer.from(style.toWellFormed()) }] : [],
  };
}

/** Decodes HTML by its mark or the encoding that it declares, else by its letters. */
function decodeHtml(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 1024);
  return /<meta[^>]*charset|<\?xml[^>]*\sencoding/i.test(head) ? decodeMarkup(bytes) : decodeText(bytes);
}
