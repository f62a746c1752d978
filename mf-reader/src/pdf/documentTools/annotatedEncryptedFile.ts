import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { WrittenAnnotation } from '../../engine/documentTools.ts';
import { cornersOfLine } from '../highlights/corners.ts';
import { annotationColors, boundsOf, iconRect, quadOf, type Rect, underlineOf } from './annotationShapes.ts';

/** AnnotationEditorType.HIGHLIGHT of pdf.js. */
const highlight = 9;
/** Prefix of the keys under which pdf.js looks for new annotations. */
const prefix = 'pdfjs_internal_editor_';

/**
 * A copy of an encrypted PDF with highlights and notes as annotations. pdf.js appends them, encrypted by the key of the
 * file: passwords and permissions stay. It writes no annotations but highlights, so underlines are flat highlights,
 * and notes are highlights of the size of an icon.
 * @param file the opened file
 * @param author name of the reader
 */
export async function annotatedEncryptedFile(
  file: PDFDocumentProxy,
  annotations: readonly WrittenAnnotation[],
  author: string,
): Promise<Uint8Array> {
  const written: object[] = [];
  for (const { mark, page: notePage, position, comment, updatedAt } of annotations) {
    const parts = [{ page: position?.page, rects: position?.rects }, ...(position?.continued ?? [])];
    for (const [index, { page: number = notePage ?? 0, rects = [] }] of parts.entries()) {
      if (number < 1 || number > file.numPages || (mark && rects.length === 0)) continue;
      const { rotate, view } = await file.getPage(number);
      const lines = mark ? rects : [iconRect(view, rotate, rects[0])];
      const corners = lines.map((line) => cornersOfLine(line, rotate));
      const shapes = mark?.style === 'underline' ? corners.map(underlineOf) : lines;
      const rect = boundsOf(shapes);
      written.push({
        annotationType: highlight,
        pageIndex: number - 1,
        rect,
        quadPoints: shapes.flatMap((shape) => quadOf(cornersOfLine(shape, rotate))),
        outlines: shapes.map(outlineOf),
        color: annotationColors[mark?.color ?? 'yellow'].map((part) => Math.round(part * 255)),
        opacity: 1,
        user: author,
        date: new Date(updatedAt),
        // The comment is written once, not on each page of the passage.
        ...(index === 0 && comment !== '' ? { popup: { contents: comment, rect } } : {}),
      });
      if (!mark) break;
    }
  }
  const { annotationStorage } = file;
  const keys = written.map((_, index) => `${prefix}lectern_${index}`);
  for (const [index, key] of keys.entries()) annotationStorage.setValue(key, written[index] as object);
  // The storage is copied at the call.
  const saved = file.saveDocument();
  for (const key of keys) annotationStorage.remove(key);
  return saved;
}

const outlineOf = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: Rect) => [x1, y1, x1, y2, x2, y2, x2, y1];
