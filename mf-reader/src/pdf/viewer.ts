// Import order matters: the viewer needs the global that the library sets.
import 'pdfjs-dist';
import * as viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
import './pdfViewer.css';
import './xfaLayer.css';

export { viewer };
