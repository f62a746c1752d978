import type { PDFViewerOptions } from 'pdfjs-dist/types/web/pdf_viewer';

type L10n = NonNullable<PDFViewerOptions['l10n']>;

/** A localization without texts: pdf.js would load those of its whole viewer. */
export const noopL10n = {
  getLanguage: () => 'en-us',
  getDirection: () => 'ltr',
  get: async (ids: string | string[]) => (Array.isArray(ids) ? ids.map(() => '') : ''),
  translate: async () => {},
  translateOnce: async () => {},
  destroy: async () => {},
  pause() {},
  resume() {},
} as unknown as L10n;
