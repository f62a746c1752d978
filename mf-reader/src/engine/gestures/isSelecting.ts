import type { Surface } from './gestures.ts';

/** Whether text is selected in the surface's document. */
export function isSelecting(surface: Surface): boolean {
  const document = 'getSelection' in surface ? surface : surface.ownerDocument;
  return !(document.getSelection()?.isCollapsed ?? true);
}
