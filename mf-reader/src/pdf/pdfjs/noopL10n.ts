import type { PDFViewerOptions } from 'pdfjs-dist/types/web/pdf_viewer';

type L10n = NonNullable<PDFViewerOptions['l10n']>;

/** A localization without texts. The default one loads the texts of the whole pdf.js viewer. */
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
