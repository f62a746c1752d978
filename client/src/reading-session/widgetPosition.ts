import { parseJson } from '../common/parseJson.ts';

/** Position of the widget: pixels from the top left corner of the viewport to that of the widget. */
export interface WidgetPosition {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Margin in pixels. */
export const margin = 12;

/** Clamps a position so that the whole widget is visible; top left if it does not fit at all. */
export function clampPosition(position: WidgetPosition, widget: Size, viewport: Size): WidgetPosition {
  const within = (value: number, room: number) => Math.max(margin, Math.min(value, room - margin));
  return {
    x: within(position.x, viewport.width - widget.width),
    y: within(position.y, viewport.height - widget.height),
  };
}

/** Pixels per arrow key; the larger step with Shift. */
const steps = { small: 16, large: 64 } as const;

/** The position after an arrow key; null for any other key. */
export function positionAfterKey(
  position: WidgetPosition,
  key: string,
  shift: boolean,
): WidgetPosition | null {
  const step = shift ? steps.large : steps.small;
  switch (key) {
    case 'ArrowLeft':
      return { ...position, x: position.x - step };
    case 'ArrowRight':
      return { ...position, x: position.x + step };
    case 'ArrowUp':
      return { ...position, y: position.y - step };
    case 'ArrowDown':
      return { ...position, y: position.y + step };
    default:
      return null;
  }
}

/** Parses a stored position; null when it is invalid. */
export function parsePosition(stored: string | null): (WidgetPosition & { minimised: boolean }) | null {
  const value = parseJson(stored);
  if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) return null;
  const { x, y } = value;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  return { x: Number(x), y: Number(y), minimised: 'minimised' in value && value.minimised === true };
}
