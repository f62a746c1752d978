import type { Surface } from './gestures.ts';

/** Whether words of the surface's document are selected. */
export function isSelecting(surface: Surface): boolean {
  const document = 'getSelection' in surface ? surface : surface.ownerDocument;
  return !(document.getSelection()?.isCollapsed ?? true);
}
