/** File type by its first bytes, so that other files are not sent. The server checks further. */
export async function sniffBook(file: Blob): Promise<'epub' | 'pdf' | 'empty' | 'other'> {
  if (file.size === 0) return 'empty';
  const bytes = await firstBytes(file, 1_024);
  // Every EPUB is a ZIP archive; a PDF may have bytes before its header.
  if (bytes.startsWith('PK\x03\x04')) return 'epub';
  return bytes.includes('%PDF-') ? 'pdf' : 'other';
}

/** Latin-1, one character per byte. */
async function firstBytes(file: Blob, count: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(0, count).arrayBuffer());
}
