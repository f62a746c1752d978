import { parseJson } from '@lectern/client/common/safeStorage.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

const viewport = () => ({ width: window.innerWidth, height: window.innerHeight });
/** Bottom right, clear of the floating button and the bottom bar. */
const corner = (): WidgetPosition => ({ x: window.innerWidth, y: window.innerHeight - 232 });

export interface Floating {
  ref: RefObject<HTMLDivElement | null>;
  position: WidgetPosition;
  minimised: boolean;
  setMinimised(minimised: boolean): void;
  /** Props of the drag handle: pointer and arrow keys. */
  handle: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

/** A floating element: draggable, clamped to the viewport, with a stored position. */
export function useFloating(): Floating {
  const ref = useRef<HTMLDivElement>(null);
  const [stored] = useState(() => parsePosition(localStorage.getItem(storageKeys.widgetPlace)));
  const [position, setPosition] = useState<WidgetPosition>(() => stored ?? corner());
  // In a narrow window the whole widget would cover several lines of a page.
  const narrow = useMediaQuery(media.narrow);
  const [chosen, setChosen] = useState(stored?.minimised ?? null);
  const minimised = chosen ?? narrow;
  const grip = useRef<WidgetPosition | null>(null);

  const clamp = useCallback((wanted: WidgetPosition) => {
    const box = ref.current?.getBoundingClientRect();
    return clampPosition(wanted, { width: box?.width ?? 0, height: box?.height ?? 0 }, viewport());
  }, []);
  const save = useCallback((at: WidgetPosition, small: boolean) => {
    try {
      localStorage.setItem(storageKeys.widgetPlace, JSON.stringify({ ...at, minimised: small }));
    } catch {
      // A full storage is not worth a message here.
    }
  }, []);

  useLayoutEffect(() => {
    const stay = () => setPosition(clamp);
    stay();
    window.addEventListener('resize', stay);
    // Its size changes with its content.
    const size = 'ResizeObserver' in window ? new ResizeObserver(stay) : null;
    if (ref.current) size?.observe(ref.current);
    return () => {
      window.removeEventListener('resize', stay);
      size?.disconnect();
    };
  }, [clamp, minimised]);

  return {
    ref,
    position,
    minimised,
    setMinimised(small) {
      setChosen(small);
      save(position, small);
    },
    handle: {
      onPointerDown(event) {
        if ((event.target as Element).closest('button') || event.button > 0) return;
        grip.current = { x: event.clientX - position.x, y: event.clientY - position.y };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove(event) {
        if (grip.current)
          setPosition(clamp({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y }));
      },
      onPointerUp() {
        if (grip.current) save(position, minimised);
        grip.current = null;
      },
      onKeyDown(event) {
        const next =
          event.target === event.currentTarget ? positionAfterKey(position, event.key, event.shiftKey) : null;
        if (next === null) return;
        event.preventDefault();
        const clamped = clamp(next);
        setPosition(clamped);
        save(clamped, minimised);
      },
    },
  };
}

/** Position of the widget: pixels from the top left corner of the viewport to that of the widget. */
interface WidgetPosition {
  x: number;
  y: number;
}

interface Size {
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
