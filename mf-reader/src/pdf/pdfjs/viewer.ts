// Import order matters: the viewer needs the global that the library sets.
// Its rules for text and XFA forms (tools/rspack/pdfViewerRules.mjs).
import 'pdfjs-dist';
import type { PDFViewerOptions } from 'pdfjs-dist/types/web/pdf_viewer';
import * as viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
import 'pdfjs-dist/web/pdf_viewer.css';
import './pdfViewer.css';

/** The event bus of the viewer. */
export type Bus = InstanceType<typeof viewer.EventBus>;

export { viewer };

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
