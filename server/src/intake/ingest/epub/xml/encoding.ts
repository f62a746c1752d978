/**
 * Decodes a markup or style file: by its byte order mark, its declared encoding, or as UTF-8. Line endings become \n
 * as in XML.
 */
export function decodeMarkup(bytes: Uint8Array): string {
  const label = byMark(bytes) ?? byDeclaration(bytes) ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(label);
  } catch {
    decoder = new TextDecoder('utf-8');
  }
  const text = decoder.decode(bytes);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  // No byte order mark, but every other byte of '<?' is zero.
  if (bytes[0] === 0x3c && bytes[1] === 0 && bytes[3] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c && bytes[2] === 0) return 'utf-16be';
  return null;
}

function byDeclaration(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const label =
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1] ??
    /<meta[^>]*charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1] ??
    /^@charset "([\w.:-]+)";/.exec(head)?.[1];
  // A declaration that is readable as ASCII cannot be UTF-16.
  return label && !/^utf-?16/i.test(label) ? label : null;
}
