import { createHash } from 'node:crypto';
import type { MediaOverlay } from '@lectern/shared-contracts/api/bookParts.ts';
import type { BookMetadata } from '../../ingestedBook.ts';
import { limits } from '../../limits.ts';
import type { PackWriter } from '../../packWriter.ts';
import type { Archive } from '../container/archive.ts';
import { clearFont, type Obfuscation } from '../container/container.ts';
import { encodePath, relativeAddress } from '../container/paths.ts';
import type { BookFile, BookFiles } from '../package/bookFiles.ts';
import { namespaces } from '../sanitize/allowedMarkup.ts';
import { sanitizeCss } from '../sanitize/sanitizeCss.ts';
import { sanitizeDocument } from '../sanitize/sanitizeDocument.ts';
import type { SanitizedDocument } from '../sanitize/sanitizedDocument.ts';
import { decodeMarkup, escapeXml } from '../xml/xml.ts';
import { htmlOfDtbook } from './dtbook.ts';

export interface FileServerParts {
  archive: Archive;
  files: BookFiles;
  pack: PackWriter;
  metadata: BookMetadata;
  obfuscated: ReadonlyMap<string, Obfuscation>;
  identifiers: readonly string[];
}

const noIds: ReadonlySet<string> = new Set();

/** Writes files of a book into its pack, sanitized. */
export class FileServer {
  readonly #parts: FileServerParts;
  /** Address of the first picture of each page, as written there. */
  readonly #firstPictures = new Map<string, string | null>();

  constructor(parts: FileServerParts) {
    this.#parts = parts;
  }

  /** Serves a page: a document, or the wrapper of a drawing or picture. */
  page(file: BookFile, wantedIds: ReadonlySet<string> = noIds): SanitizedDocument {
    const { files, pack } = this.#parts;
    const path = file.page ?? file.path;
    const page = sanitizeDocument(this.#pageSource(file, path), {
      kind: 'html',
      policy: files.policyFor(file.name, path),
      wantedIds,
      keepStyle: (css) => this.#keepStyle(css, path),
    });
    this.#firstPictures.set(file.name, page.firstPicture);
    pack.add(path, 'application/xhtml+xml', page.markup);
    return page;
  }

  /**
   * Serves the media overlay of a page.
   * @returns its path in the book
   */
  overlay(page: string, overlay: MediaOverlay): string {
    const { archive, pack } = this.#parts;
    let path = `${page}.overlay.json`;
    while (archive.has(path)) path = `${path}.json`;
    if (!pack.has(path)) pack.add(path, 'application/json', JSON.stringify(overlay));
    return encodePath(path);
  }

  firstPicture(file: BookFile): string | null {
    return this.#firstPictures.get(file.name) ?? null;
  }

  #pageSource(file: BookFile, path: string): string {
    const { title } = this.#parts.metadata;
    if (file.kind === 'picture') return pageAroundPicture(relativeAddress(path, file.path), title);
    const source = this.#text(file);
    return file.kind === 'drawing' ? pageAroundDrawing(source, title) : htmlOfDtbook(source);
  }

  #text(file: BookFile): string {
    return decodeMarkup(this.#parts.archive.read(file.name, limits.documentBytes));
  }

  /**
   * Moves a <style> of a page into a file. Inline, it would not survive epub.js, which serializes XHTML as HTML and
   * writes `p > a` as `p &gt; a`; and its text would count as text of the page.
   */
  #keepStyle(css: string, page: string): string {
    const name = `lectern-${createHash('sha1').update(css).digest('hex').slice(0, 16)}.css`;
    const path = page.slice(0, page.lastIndexOf('/') + 1) + name;
    this.#parts.pack.add(path, 'text/css', css);
    return name;
  }

  /** Serves a file unchanged, once. */
  serve(file: BookFile): void {
    const { archive, files, pack, obfuscated, identifiers } = this.#parts;
    if (pack.has(file.path)) return;
    const policy = files.policyFor(file.name, file.path);
    switch (file.kind) {
      case 'document':
        this.page(file);
        break;
      case 'drawing': {
        const drawing = sanitizeDocument(this.#text(file), {
          kind: 'svg',
          policy,
          wantedIds: noIds,
          keepStyle: () => null,
        });
        if (/^<\?xml[^>]*>\n<svg[\s>]/.test(drawing.markup))
          pack.add(file.path, file.mediaType, drawing.markup);
        break;
      }
      case 'style':
        pack.add(file.path, file.mediaType, sanitizeCss(this.#text(file), policy.style));
        break;
      case 'font': {
        const obfuscation = obfuscated.get(file.name);
        const bytes = archive.read(file.name);
        const clear = obfuscation ? clearFont(bytes, obfuscation, identifiers) : bytes;
        pack.add(file.path, file.mediaType, clear);
        break;
      }
      default:
        pack.add(file.path, file.mediaType, archive.read(file.name));
    }
  }
}

/**
 * A page for a picture in the spine, since epub.js opens only pages.
 * @param address of the picture, as written in the page
 */
export function pageAroundPicture(address: string, title: string): string {
  const style = 'margin:0;padding:0;text-align:center';
  return `<html xmlns="${namespaces.html}"><head><title>${escapeXml(title)}</title></head><body style="${style}"><img src="${escapeXml(address)}" alt="${escapeXml(title)}" style="max-width:100%;max-height:100%"/></body></html>`;
}

/**
 * The same for a drawing, which is inlined so that its pictures and links work.
 * @param source of the drawing
 */
export function pageAroundDrawing(source: string, title: string): string {
  const instructions = source.slice(0, 10_000).match(/<\?xml-stylesheet[^>]*\?>/g) ?? [];
  const start = source.search(/<(\w+:)?svg[\s>]/i);
  const drawing = start === -1 ? '' : source.slice(start);
  const viewport = viewportOf(drawing.slice(0, 2_000));
  return `${instructions.join('')}<html xmlns="${namespaces.html}"><head><title>${escapeXml(title)}</title>${viewport}</head><body style="margin:0;padding:0">${drawing}</body></html>`;
}

/** Fixed-layout pages need their size in a <meta>; a drawing has it in its viewBox. */
function viewportOf(head: string): string {
  const box = /viewBox\s*=\s*["']\s*[\d.+-]+[\s,]+[\d.+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(head);
  return box ? `<meta name="viewport" content="width=${box[1]}, height=${box[2]}"/>` : '';
}
