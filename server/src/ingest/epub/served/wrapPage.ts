import { namespaces } from '../sanitize/allowedMarkup.ts';
import { escapeXml } from '../xml/xml.ts';

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
