import type { SourceFormat } from '@lectern/shared-contracts/api/bookParts.ts';

interface FileOfBook {
  format: 'epub' | 'pdf' | 'none';
  source_format: SourceFormat | null;
}

const mediaTypes: Readonly<Record<SourceFormat | 'epub' | 'pdf', string>> = {
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
  fb2: 'application/x-fictionbook+xml',
  mobi: 'application/x-mobipocket-ebook',
  azw3: 'application/vnd.amazon.ebook',
  cbz: 'application/vnd.comicbook+zip',
  cbr: 'application/vnd.comicbook-rar',
  cb7: 'application/x-cb7',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The format of the uploaded file itself, which is also its extension. */
export const fileFormat = ({ format, source_format }: FileOfBook): SourceFormat | 'epub' | 'pdf' =>
  source_format ?? (format === 'pdf' ? 'pdf' : 'epub');

/** The media type of the uploaded file. */
export const mediaTypeOf = (book: FileOfBook): string => mediaTypes[fileFormat(book)];
