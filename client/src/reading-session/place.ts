/** Where the widget floats: pixels from the left and top of the viewport to its own left top corner. */
export interface Place {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Pixels kept free at the edge. */
export const margin = 12;

/** The nearest place at which all of the widget can be seen; at the left top where it does not fit at all. */
export function clampPlace(place: Place, widget: Size, viewport: Size): Place {
  const within = (value: number, room: number) => Math.max(margin, Math.min(value, room - margin));
  return {
    x: within(place.x, viewport.width - widget.width),
    y: within(place.y, viewport.height - widget.height),
  };
}

/** Pixels that an arrow key moves it; with Shift the larger. */
const steps = { small: 16, large: 64 } as const;

/** The place after an arrow key; null for any other key. */
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

/** A place as it was stored, or null when it is no place. */
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
