/**
 * Content-Disposition with a file name as in RFC 6266: in ASCII for old clients, and in full. The name is escaped and
 * has no bidi controls.
 */
export function attachment(fileName: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not stay
  const unsafe = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/g;
  const name = fileName.toWellFormed().replace(unsafe, '').slice(0, 200).toWellFormed().trim() || 'book';
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, "'");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
