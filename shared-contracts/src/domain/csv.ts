/** Decodes UTF-8, UTF-16 and, as spreadsheets write it, Windows-1252. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  // The names of the columns are ASCII.
  const isLittle = (first === 0xff && second === 0xfe) || second === 0;
  const isBig = (first === 0xfe && second === 0xff) || first === 0;
  const unicode = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(unicode, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Parses CSV (RFC 4180): quoted cells with commas, line breaks and doubled quotes, any line endings, an optional BOM.
 * The cells may be separated by commas, semicolons or tabs.
 * Malformed input is parsed as far as possible; empty lines are skipped.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.some((value) => value !== '')) rows.push(row);
    row = [];
  };
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const [, separator = ','] = /^(?:"(?:[^"]|"")*"|[^",;\t\r\n])*([,;\t])/.exec(source) ?? [];
  for (let i = 0; i < source.length; i += 1) {
    const character = source[i];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (source[i + 1] === '"') {
        cell += '"';
        i += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) {
      row.push(cell);
      cell = '';
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && source[i + 1] === '\n') i += 1;
      endRow();
    } else cell += character;
  }
  endRow();
  return rows;
}
