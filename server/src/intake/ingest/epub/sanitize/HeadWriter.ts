import { escapeXml, wordsOf } from '../xml/xml.ts';
import { plainValue, type SourceAttribute, writeAttributes } from './elementAttributes.ts';
import { sanitizeCss } from './sanitizeCss.ts';
import type { DocumentPolicy } from './sanitizedDocument.ts';

/** Collects the text of <style> or <title>, which is not part of the page's text. */
interface Capture {
  into: 'style' | 'title';
  text: string;
  media: string | undefined;
  /** Number of open elements, including itself. */
  depth: number;
}

/**
 * Collects content for the head of a page, wherever it occurs: title, style sheets, the size of a fixed-layout page.
 */
export class HeadWriter {
  readonly #policy: DocumentPolicy;
  readonly #parts: string[] = [];
  #title: string | null = null;
  #capture: Capture | null = null;

  constructor(policy: DocumentPolicy) {
    this.#policy = policy;
  }

  get title(): string {
    return this.#title ?? '';
  }

  get capturing(): boolean {
    return this.#capture !== null;
  }

  startCapture(into: Capture['into'], depth: number, media?: string): void {
    this.#capture = { into, text: '', media, depth };
  }

  capture(text: string): void {
    if (this.#capture) this.#capture.text += text;
  }

  /**
   * Called when an element closes.
   * @param depth number of elements still open
   * @returns the sanitized style sheet that ended with it
   */
  closed(depth: number): { css: string; media: string | undefined } | null {
    const capture = this.#capture;
    if (!capture || depth >= capture.depth) return null;
    this.#capture = null;
    if (capture.into === 'title') {
      this.#title ??= capture.text.replace(/\s+/g, ' ').trim();
      return null;
    }
    const css = sanitizeCss(capture.text, this.#policy.style);
    return css.trim() === '' ? null : { css, media: capture.media };
  }

  link(source: readonly SourceAttribute[]): void {
    const rel = wordsOf(plainValue(source, 'rel')?.toLowerCase());
    const href = plainValue(source, 'href');
    if (!rel.includes('stylesheet') || rel.includes('alternate') || href === undefined) return;
    const address = this.#policy.sheet(href);
    if (address !== null) this.sheet(address, plainValue(source, 'media'));
  }

  /** <?xml-stylesheet href="…"?> at the top of a drawing or page. */
  instruction(data: string): void {
    const href = /\shref\s*=\s*["']([^"']*)["']/.exec(data.slice(0, 2_000))?.[1];
    const address = href === undefined ? null : this.#policy.sheet(href);
    if (address !== null) this.sheet(address, undefined);
  }

  sheet(address: string, media: string | undefined): void {
    const attributes = new Map([
      ['rel', 'stylesheet'],
      ['type', 'text/css'],
      ['href', address],
    ]);
    if (media) attributes.set('media', media);
    this.#parts.push(`<link${writeAttributes(attributes)}/>`);
  }

  /** Keeps only the viewport of a fixed-layout page. */
  meta(source: readonly SourceAttribute[]): void {
    const content = plainValue(source, 'content') ?? '';
    if (plainValue(source, 'name')?.toLowerCase() !== 'viewport' || !/^[\w\s=.,;:%-]{1,200}$/.test(content))
      return;
    this.#parts.push(`<meta name="viewport" content="${escapeXml(content)}"/>`);
  }

  write(): string {
    return `<head><meta charset="utf-8"/><title>${escapeXml(this.title)}</title>${this.#parts.join('')}</head>`;
  }
}
