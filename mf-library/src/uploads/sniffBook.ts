/** What the first bytes of a file say it may be. The server looks closer; this spares sending what cannot be a book. */
export async function sniffBook(file: Blob): Promise<'epub' | 'pdf' | 'empty' | 'other'> {
  if (file.size === 0) return 'empty';
  const bytes = await firstBytes(file, 1_024);
  // Every EPUB is a zip archive; a PDF may have a little before its mark.
  if (bytes.startsWith('PK\x03\x04')) return 'epub';
  return bytes.includes('%PDF-') ? 'pdf' : 'other';
}

/** One character a byte. */
async function firstBytes(file: Blob, count: number): Promise<string> {
  return new TextDecoder('latin1').decode(await file.slice(0, count).arrayBuffer());
}
