// The viewer finds the library as a global, which the library sets when it is evaluated: this order matters.
import 'pdfjs-dist';
import * as viewer from 'pdfjs-dist/web/pdf_viewer.mjs';
import './pdfViewer.css';

export { viewer };
