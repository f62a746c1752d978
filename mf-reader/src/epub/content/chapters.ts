import type { MediaOverlay } from '@lectern/shared-contracts/api/bookParts.ts';
import type { Manifest } from '@lectern/shared-contracts/api/books.ts';
import { decodeUri } from '@lectern/shared-contracts/domain/decodeUri.ts';
import { LruCache } from '@lectern/shared-contracts/domain/LruCache.ts';
import Packaging from 'epubjs/src/packaging.js';
import type Section from 'epubjs/src/section.js';
import Spine from 'epubjs/src/spine.js';
import { fetchContent } from '../../engine/fetchContent.ts';
import type { Edge } from '../../engine/keys.ts';
import { ReaderError } from '../../engine/readerError.ts';
import { mapStyleAttributes } from './epubStyles.ts';
import { inlineStylesheets } from './inlineStylesheets.ts';
import { sanitizeChapter } from './safeMarkup.ts';

/** Milliseconds for a style sheet, after which its link is kept. */
const stylesheetTimeoutMs = 1_500;

/**
 * In-memory caches for all books: the current chapter, its neighbors, some recent ones and
 * prefetched ones. A reopened book starts with these.
 */
const documents = new LruCache<string, Document>(8);
const sheets = new LruCache<string, string>(16);

/**
 * The chapters of an EPUB in epubjs. The package document is made from our manifest, so that only the chapter
 * itself is fetched before the first text is visible.
 */
export class Chapters {
  readonly #spine = new Spine();
  #contentUrl: string;
  readonly #freshAddress: () => Promise<string>;
  /** Requests in flight, per opening, so that a reopened book does not wait for a lost response. */
  readonly #loading = new Map<number, Promise<Document>>();
  /** Paths of media overlays by spine index. */
  readonly #overlays: readonly (string | undefined)[];
  /** Cache key of this book, since its signed URLs change. */
  readonly #name: string;

  constructor(
    { book_id, spine, content_url }: Pick<Manifest, 'book_id' | 'spine' | 'content_url'>,
    freshAddress: () => Promise<string>,
  ) {
    this.#name = `${book_id} ${spine.reduce((sum, { characters }) => sum + characters, 0)}`;
    this.#overlays = spine.map(({ overlay }) => overlay);
    this.#contentUrl = content_url;
    this.#freshAddress = freshAddress;
    const packaging = new Packaging();
    packaging.load({
      metadata: {},
      spine: spine.map(({ href, linear }) => ({
        href: decodable(href),
        linear: linear ? 'yes' : 'no',
        properties: [],
      })),
      resources: [],
      toc: [],
    });
    // Metadata, manifest, spine: the third element of every package, so CFIs begin with /6 as they do elsewhere.
    packaging.spineNodeIndex = 2;
    // The base is set below, since signed addresses may change while a book is open.
    this.#spine.hooks.content.clear();
    this.#spine.unpack(
      packaging,
      (href) => href,
      (href) => href,
    );
  }

  get count(): number {
    return this.#spine.spineItems.length;
  }

  section(index: number): Section | null {
    return this.#spine.spineItems[index] ?? null;
  }

  /** The first chapter of the book proper. */
  first(): number {
    return this.#spine.first()?.index ?? 0;
  }

  /** The next linear chapter; null at the end. A non-linear chapter leads back. */
  after(index: number): number | null {
    for (let next = index + 1; next < this.count; next++) if (this.section(next)?.linear) return next;
    return null;
  }

  /**
   * Whether the book ends with this chapter. A non-linear chapter never is the end, even when it is listed last like
   * notes: opening it does not mean that the book was read.
   */
  endsWith(index: number): boolean {
    return this.section(index)?.linear === true && this.after(index) === null;
  }

  /**
   * The chapter at an edge.
   * @param shown the current one; null for none
   */
  atEdge(edge: Edge, shown: number | null): number {
    const here = shown ?? this.first();
    const last = this.before(this.count) ?? here;
    return { chapterStart: here, chapterEnd: here, bookStart: this.first(), bookEnd: last }[edge];
  }

  before(index: number): number | null {
    for (let previous = index - 1; previous >= 0; previous--)
      if (this.section(previous)?.linear) return previous;
    return null;
  }

  /** The spine index of a URL without fragment; null when it is not a chapter. */
  indexOf(href: string): number | null {
    const wanted = comparable(href);
    const index = this.#spine.spineItems.findIndex((section) => comparable(section.href) === wanted);
    return index < 0 ? null : index;
  }

  /** Absolute URL of a chapter. */
  url(index: number): string {
    return new URL(`${this.#contentUrl}/${this.section(index)?.href ?? ''}`, document.baseURI).href;
  }

  /**
   * Absolute URL of a file of the book.
   * @param path relative to the content URL
   */
  addressOf(path: string): string {
    return new URL(`${this.#contentUrl}/${path}`, document.baseURI).href;
  }

  /** The media overlay of a chapter; null when it has none, or it cannot be loaded. */
  async overlay(index: number): Promise<MediaOverlay | null> {
    const path = this.#overlays[index];
    if (!path) return null;
    const text = await fetchContent(this.addressOf(path)).catch(() => null);
    return text === null ? null : JSON.parse(text);
  }

  /** The path of an absolute URL relative to the content URL; null when it is outside of the book. */
  pathOf(url: string): string | null {
    const base = new URL(`${this.#contentUrl}/`, document.baseURI);
    const target = new URL(url, base);
    if (target.origin !== base.origin || !target.pathname.startsWith(base.pathname)) return null;
    return target.pathname.slice(base.pathname.length) + target.hash;
  }

  /**
   * A sanitized chapter. The document is shared, so clone it before changing it.
   * @throws ReaderError
   */
  async load(index: number): Promise<Document> {
    const name = `${this.#name} ${index}`;
    const cached = documents.get(name);
    if (cached) return cached;
    const loading =
      this.#loading.get(index) ??
      this.#request(index)
        .catch((readerError: ReaderError) => this.#requestAnew(index, readerError))
        .finally(() => this.#loading.delete(index));
    this.#loading.set(index, loading);
    const chapter = await loading;
    documents.set(name, chapter);
    return chapter;
  }

  /** Renews an expired signed URL and requests the chapter again. */
  async #requestAnew(index: number, readerError: ReaderError): Promise<Document> {
    if (readerError.code !== 'expired' && readerError.code !== 'not_found') throw readerError;
    const fresh = await this.#freshAddress();
    if (fresh === this.#contentUrl) throw readerError;
    this.#contentUrl = fresh;
    return this.#request(index);
  }

  async #request(index: number): Promise<Document> {
    const section = this.section(index);
    if (!section) throw new ReaderError('not_found', `chapter ${index} of ${this.count}`);
    const url = this.url(index);
    try {
      await section.load(async () => parseChapter(await fetchContent(url)));
    } catch (cause) {
      if (cause instanceof ReaderError) throw cause;
      throw new ReaderError('corrupt', section.href, { cause });
    }
    const chapter = section.document as Document;
    section.unload();
    sanitizeChapter(chapter);
    mapStyleAttributes(chapter);
    await inlineStylesheets(chapter, url, (address) => this.#sheet(address));
    return chapter;
  }

  /** The text of one of the book's style sheets. */
  async #sheet(address: string): Promise<string | null> {
    const path = this.pathOf(address);
    if (path === null) return null;
    const name = `${this.#name} ${path}`;
    const cached = sheets.get(name);
    if (cached !== undefined) return cached;
    const text = await fetchContent(address, stylesheetTimeoutMs);
    sheets.set(name, text);
    return text;
  }
}

/** epubjs decodes URLs, and fails on malformed escapes. */
function decodable(href: string): string {
  try {
    decodeURI(href);
    return href;
  } catch {
    return encodeURI(href);
  }
}

const comparable = (href: string): string => decodeUri(href.split('#')[0] as string);

const xhtml = 'http://www.w3.org/1999/xhtml';

/**
 * Parses a chapter into a document with head and body: XHTML, malformed markup (as
 * HTML), or SVG.
 */
export function parseChapter(answer: Document | string): Document {
  const document = typeof answer === 'string' ? parseText(answer) : answer;
  return withHeadAndBody(document);
}

function parseText(text: string): Document {
  const parser = new DOMParser();
  const strict = parser.parseFromString(text, 'application/xhtml+xml');
  return strict.getElementsByTagName('parsererror').length > 0
    ? parser.parseFromString(text, 'text/html')
    : strict;
}

function withHeadAndBody(source: Document): Document {
  const root = source.documentElement;
  if (root.namespaceURI === xhtml && root.localName === 'html') {
    if (!source.querySelector('html > head')) root.prepend(source.createElementNS(xhtml, 'head'));
    if (!source.querySelector('html > body')) root.append(source.createElementNS(xhtml, 'body'));
    return source;
  }
  const page = document.implementation.createHTMLDocument('');
  page.body.append(page.importNode(root, true));
  return page;
}
