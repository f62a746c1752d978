import { decodeMarkup } from '../../epub/xml/xml.ts';
import { decodeText } from '../text/decodeText.ts';

/** Decodes HTML by its mark or the encoding that it declares, else by its letters. */
export function decodeHtml(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 1024);
  return /<meta[^>]*charset|<\?xml[^>]*\sencoding/i.test(head) ? decodeMarkup(bytes) : decodeText(bytes);
}
