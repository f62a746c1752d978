import { viewer } from '../pdfjs/viewer.ts';
import { matchesOnPage, type PageMatch } from './findMatches.ts';

/** The search of pdf.js, with the text comparison that all searches of Lectern share. */
export class FoldingFindController extends viewer.PDFFindController {
  /** Called by PDF.js for each page. @returns ranges of `pageContent` */
  override match(query: string, pageContent: string, pageIndex: number): PageMatch[] | undefined {
    const { caseSensitive = false, entireWord = false } = (this.state ?? {}) as FindState;
    // Pages are read in order.
    const { _pageContents: contents } = this as unknown as { _pageContents: (string | undefined)[] };
    const options = { caseSensitive, wholeWords: entireWord };
    return matchesOnPage(query, pageContent, contents[pageIndex - 1] ?? '', options);
  }
}

interface FindState {
  caseSensitive?: boolean;
  entireWord?: boolean;
}
