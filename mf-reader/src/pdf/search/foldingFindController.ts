import { viewer } from '../pdfjs/viewer.ts';
import { matchesOf } from './findMatches.ts';

/** The search of pdf.js, with the text comparison that all searches of Lectern share. */
export class FoldingFindController extends viewer.PDFFindController {
  /** Called by PDF.js for each page. @returns ranges of `pageContent` */
  override match(query: string, pageContent: string): { index: number; length: number }[] | undefined {
    const { caseSensitive = false, entireWord = false } = (this.state ?? {}) as FindState;
    return matchesOf(query, pageContent, { caseSensitive, wholeWords: entireWord });
  }
}

interface FindState {
  caseSensitive?: boolean;
  entireWord?: boolean;
}
