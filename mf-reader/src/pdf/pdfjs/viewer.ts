// Import order matters: the viewer needs the global that the library sets.
import 'pdfjs-dist';
import * as viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
// Its rules for XFA forms (tools/rspack/xfaRules.mjs).
import 'pdfjs-dist/web/pdf_viewer.css';
import './pdfViewer.css';

/** The event bus of the viewer. */
export type Bus = InstanceType<typeof viewer.EventBus>;

export { viewer };
