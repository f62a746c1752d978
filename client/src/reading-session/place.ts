/** Position of the widget: pixels from the top left corner of the viewport to that of the widget. */
export interface Place {
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
export function clampPlace(place: Place, widget: Size, viewport: Size): Place {
  const within = (value: number, room: number) => Math.max(margin, Math.min(value, room - margin));
  return {
    x: within(place.x, viewport.width - widget.width),
    y: within(place.y, viewport.height - widget.height),
  };
}

/** Pixels per arrow key; the larger step with Shift. */
const steps = { small: 16, large: 64 } as const;

/** The position after an arrow key; null for any other key. */
export function placeAfterKey(place: Place, key: string, shift: boolean): Place | null {
  const step = shift ? steps.large : steps.small;
  switch (key) {
    case 'ArrowLeft':
      return { ...place, x: place.x - step };
    case 'ArrowRight':
      return { ...place, x: place.x + step };
    case 'ArrowUp':
      return { ...place, y: place.y - step };
    case 'ArrowDown':
      return { ...place, y: place.y + step };
    default:
      return null;
  }
}

/** Parses a stored position; null when it is invalid. */
export function readPlace(stored: string | null): (Place & { minimised: boolean }) | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null || !('x' in value) || !('y' in value)) return null;
    const { x, y } = value;
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
    return { x: Number(x), y: Number(y), minimised: 'minimised' in value && value.minimised === true };
  } catch {
    return null;
  }
}
