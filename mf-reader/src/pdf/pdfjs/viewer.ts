// Import order matters: the viewer needs the global that the library sets.
import 'pdfjs-dist';
import * as viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
import './pdfViewer.css';
import './xfaLayer.css';

/** The event bus of the viewer. */
export type Bus = InstanceType<typeof viewer.EventBus>;

export { viewer };
