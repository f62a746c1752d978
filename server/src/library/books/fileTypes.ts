interface FileOfBook {
  format: 'epub' | 'pdf' | 'none';
}

/** The format of the uploaded file, which is also its extension. */
export const fileFormat = ({ format }: FileOfBook): 'epub' | 'pdf' => (format === 'pdf' ? 'pdf' : 'epub');

/** The media type of the uploaded file. */
export const mediaTypeOf = (book: FileOfBook): string =>
  fileFormat(book) === 'pdf' ? 'application/pdf' : 'application/epub+zip';
