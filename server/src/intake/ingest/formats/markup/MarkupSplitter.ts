import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { encodePath } from '../../epub/container/paths.ts';
import { attribute, escapeText, escapeXml, textOf } from '../../epub/xml/xml.ts';
import { limits } from '../../limits.ts';
import { cleanLine } from '../../plainText.ts';
import { markupPage } from '../publication/markupPage.ts';
import type { ContentsEntry, PublicationPage } from '../publication/publication.ts';

interface Page {
  parts: (string | Link)[];
  length: number;
  /** Whether it has more than headings. */
  hasContent: boolean;
  title: string | null;
  linear: boolean;
}

/** A link within the book, whose page is known at the end only. */
interface Link {
  id: string;
}

interface Heading {
  level: number;
  title: string;
  page: number;
  /** Null at the top of its page. */
  id: string | null;
}

/** Characters of markup after which a page ends before the next block. */
const longPage = 200_000;
/** Levels of headings at which a page begins. */
const pageLevels = 2;
/** Levels of headings in the table of contents. */
const contentsLevels = 3;

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const blocks = new Set(
  'p div section article blockquote ul ol dl table pre figure h1 h2 h3 h4 h5 h6 hr'.split(' '),
);
/** Left out with all that is in them; the rest is up to the sanitizer. */
const silent = new Set(['script', 'style', 'head', 'title', 'template', 'noscript']);
const namespaces: Readonly<Record<string, string>> = {
  svg: 'http://www.w3.org/2000/svg',
  math: 'http://www.w3.org/1998/Math/MathML',
};

/**
 * Cuts one long document into the pages of a book: at its headings, at explicit page breaks (`hr.page-break`) and
 * where a page would become too long. Elements that are open there continue on the next page.
 */
export class MarkupSplitter {
  readonly #styles: readonly string[];
  readonly #pages: Page[] = [];
  readonly #pageOfId = new Map<string, number>();
  readonly #headings: Heading[] = [];
  readonly #open: Element[] = [];
  #linear = true;

  /** @param styles addresses of the style sheets of each page */
  constructor(styles: readonly string[] = []) {
    this.#styles = styles;
  }

  /** Adds a document, or its body, after what was added before. @param linear false for notes */
  add(root: ParentNode, { linear = true } = {}): void {
    this.#linear = linear;
    this.#begin();
    for (const node of root.children) this.#visit(node);
  }

  #begin(): void {
    this.#pages.push({ parts: [], length: 0, hasContent: false, title: null, linear: this.#linear });
  }

  get #page(): Page {
    return this.#pages.at(-1) as Page;
  }

  #write(markup: string): void {
    this.#page.parts.push(markup);
    this.#page.length += markup.length;
  }

  #visit(node: ParentNode['children'][number]): void {
    if (isText(node)) {
      if (node.data.trim() !== '' && !this.#open.some(({ name }) => headingLevel(name) > 0))
        this.#page.hasContent = true;
      this.#write(escapeText(node.data.toWellFormed()));
    } else if (isTag(node) && !silent.has(node.name)) {
      if (node.name === 'hr' && node.attribs.class === 'page-break') this.#nextPage();
      else if (/^[a-z][\w.-]*$/i.test(node.name) && !/^(html|body)$/.test(node.name)) this.#element(node);
      else for (const child of node.children) this.#visit(child);
    } else if ('children' in node && !isTag(node)) for (const child of node.children) this.#visit(child);
  }

  #element(element: Element): void {
    const level = headingLevel(element.name);
    const isPageHeading = level > 0 && level <= pageLevels && this.#linear;
    const isTooLong = this.#page.length > longPage && blocks.has(element.name);
    const isInTable = this.#open.some(({ name }) => name === 'table');
    if (((isPageHeading && this.#page.hasContent) || isTooLong) && !isInTable) this.#nextPage();
    if (level > 0 && level <= contentsLevels && this.#linear) this.#heading(element, level);
    if (/^(img|image|svg|video|audio|math|hr|table)$/.test(element.name)) this.#page.hasContent = true;
    const isVoid = voids.has(element.name);
    this.#tag(element, isVoid ? '/>' : '>', true);
    if (isVoid) return;
    this.#open.push(element);
    for (const child of element.children) this.#visit(child);
    this.#open.pop();
    this.#write(`</${element.name}>`);
  }

  #heading(element: Element, level: number): void {
    const title = cleanLine(headingText(element), 300);
    if (title === '' || this.#headings.length >= limits.tocEntries) return;
    const isTop = !this.#page.hasContent && this.#page.title === null;
    this.#page.title ??= title;
    if (!isTop) element.attribs.id ??= `heading-${this.#headings.length}`;
    const page = this.#pages.length - 1;
    this.#headings.push({ level, title, page, id: isTop ? null : (element.attribs.id ?? null) });
  }

  /** Closes all open elements and opens them again on another page. */
  #nextPage(): void {
    if (this.#page.length === 0 || this.#pages.length >= limits.spineItems) return;
    for (const { name } of this.#open.toReversed()) this.#write(`</${name}>`);
    this.#begin();
    for (const element of this.#open) this.#tag(element, '>', false);
    // Opening tags alone are no content.
    this.#page.length = 0;
  }

  #tag(element: Element, end: string, isFirst: boolean): void {
    const { name, attribs } = element;
    this.#write(`<${name}`);
    const namespace = namespaces[name];
    if (namespace && attribs.xmlns === undefined) this.#write(` xmlns="${namespace}"`);
    const id = attribs.id ?? (name === 'a' ? attribs.name : undefined);
    if (id && isFirst && !this.#pageOfId.has(id)) {
      this.#pageOfId.set(id, this.#pages.length - 1);
      this.#write(` id="${escapeXml(id)}"`);
    }
    for (const [key, value] of Object.entries(attribs)) {
      if (key === 'id' || !/^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/.test(key)) continue;
      if (key === 'xmlns' || key.startsWith('xmlns:')) {
        if (namespace) this.#write(` ${key}="${escapeXml(value)}"`);
      } else if (name === 'a' && key === 'href' && value.startsWith('#')) {
        this.#page.parts.push({ id: decoded(value.slice(1)) });
      } else this.#write(` ${key}="${escapeXml(value)}"`);
    }
    this.#write(end);
  }

  /** The address of an element by its id; null when there is none. */
  addressOf(id: string): string | null {
    const page = this.#pageOfId.get(id);
    return page === undefined ? null : `${pathOf(page)}#${encodeURIComponent(id)}`;
  }

  /** Nothing for a link that leads nowhere. */
  #hrefOf({ id }: Link): string {
    const address = this.addressOf(id);
    return address === null ? '' : ` href="${escapeXml(address)}"`;
  }

  /** The pages that have something to show, and the table of contents by their headings. */
  finish(): { pages: PublicationPage[]; contents: ContentsEntry[] } {
    const pages = this.#pages.map(({ parts, title, linear }, index): PublicationPage => {
      const body = parts.map((part) => (typeof part === 'string' ? part : this.#hrefOf(part)));
      const markup = markupPage({ title: title ?? '', body: body.join(''), styles: this.#styles });
      return { path: pathOf(index), markup, linear };
    });
    const isShown = ({ length, hasContent, title }: Page) => length > 0 && (hasContent || title !== null);
    return {
      pages: pages.filter((_, index) => isShown(this.#pages[index] as Page)),
      contents: contentsOf(this.#headings),
    };
  }
}

const pathOf = (page: number) => encodePath(`page-${String(page + 1).padStart(4, '0')}.xhtml`);

const headingLevel = (name: string) => Number(/^h([1-6])$/.exec(name)?.[1] ?? 0);

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The text of a heading, in which a break or a block is a blank. */
function headingText(element: Element): string {
  const parts: string[] = [];
  for (const child of element.children) {
    if (isText(child)) parts.push(child.data);
    else if (isTag(child)) {
      if (child.name === 'br' || blocks.has(child.name)) parts.push(' ');
      if (child.name === 'img') parts.push(attribute(child, 'alt') ?? '');
      else if (!silent.has(child.name))
        parts.push(child.children.length > 0 ? headingText(child) : textOf(child));
    }
  }
  return parts.join('');
}

/** Headings as a tree: each below the last one of a higher level. */
function contentsOf(headings: readonly Heading[]): ContentsEntry[] {
  const top: ContentsEntry[] = [];
  const above: { level: number; entry: ContentsEntry }[] = [];
  for (const { level, title, page, id } of headings) {
    const address = id === null ? pathOf(page) : `${pathOf(page)}#${encodeURIComponent(id)}`;
    const entry: ContentsEntry = { title, address, children: [] };
    while (above.length > 0 && (above.at(-1)?.level ?? 0) >= level) above.pop();
    (above.at(-1)?.entry.children ?? top).push(entry);
    above.push({ level, entry });
  }
  return top;
}
