import { escapeXml } from '../../epub/xml/xml.ts';

interface MarkupPage {
  title?: string;
  /** XHTML. */
  body: string;
  /** Addresses of style sheets, relative to the page. */
  styles?: readonly string[];
  /** Pixels of a page with a fixed layout. */
  viewport?: { width: number; height: number };
}

/** A whole XHTML document. */
export function markupPage({ title = '', body, styles = [], viewport }: MarkupPage): string {
  const links = styles.map((href) => `<link rel="stylesheet" type="text/css" href="${escapeXml(href)}"/>`);
  const size = viewport
    ? `<meta name="viewport" content="width=${viewport.width}, height=${viewport.height}"/>`
    : '';
  return `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${escapeXml(title)}</title>${size}${links.join('')}</head><body>${body}</body></html>`;
}
