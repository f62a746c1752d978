import { clampPlace, type Place, placeAfterKey, readPlace } from '@lectern/client/reading-session/place.ts';
import { storageKeys } from '@lectern/shared-contracts/contract/storageKeys.ts';
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
/** Right below, but clear of the round button and the bottom bar. */
const corner = (): Place => ({ x: window.innerWidth, y: window.innerHeight - 232 });

export interface Floating {
  ref: RefObject<HTMLDivElement | null>;
  place: Place;
  minimised: boolean;
  setMinimised(minimised: boolean): void;
  /** For the part by which it is dragged, with the mouse, a finger or the arrow keys. */
  handle: {
    onPointerDown(event: PointerEvent<HTMLElement>): void;
    onPointerMove(event: PointerEvent<HTMLElement>): void;
    onPointerUp(event: PointerEvent<HTMLElement>): void;
    onKeyDown(event: KeyboardEvent<HTMLElement>): void;
  };
}

/** A thing that floats over the page: dragged, held inside the viewport, and found where it was left. */
export function useFloating(storage: Storage = localStorage): Floating {
  const ref = useRef<HTMLDivElement>(null);
  const [stored] = useState(() => readPlace(storage.getItem(storageKeys.widgetPlace)));
  const [place, setPlace] = useState<Place>(() => stored ?? corner());
  const [minimised, setMinimised] = useState(stored?.minimised ?? false);
  const grip = useRef<Place | null>(null);

  const clamp = useCallback((wanted: Place) => {
    const box = ref.current?.getBoundingClientRect();
    return clampPlace(wanted, { width: box?.width ?? 0, height: box?.height ?? 0 }, viewport());
  }, []);
  const keep = useCallback(
    (at: Place, small: boolean) => {
      try {
        storage.setItem(storageKeys.widgetPlace, JSON.stringify({ ...at, minimised: small }));
      } catch {
        // Where it floats is not worth a message when storage is full.
      }
    },
    [storage],
  );

  useLayoutEffect(() => {
    const stay = () => setPlace(clamp);
    stay();
    window.addEventListener('resize', stay);
    // It grows and shrinks with what it says.
    const size = 'ResizeObserver' in window ? new ResizeObserver(stay) : null;
    if (ref.current) size?.observe(ref.current);
    return () => {
      window.removeEventListener('resize', stay);
      size?.disconnect();
    };
  }, [clamp, minimised]);

  return {
    ref,
    place,
    minimised,
    setMinimised(small) {
      setMinimised(small);
      keep(place, small);
    },
    handle: {
      onPointerDown(event) {
        if ((event.target as Element).closest('button') || event.button > 0) return;
        grip.current = { x: event.clientX - place.x, y: event.clientY - place.y };
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove(event) {
        if (grip.current)
          setPlace(clamp({ x: event.clientX - grip.current.x, y: event.clientY - grip.current.y }));
      },
      onPointerUp() {
        if (grip.current) keep(place, minimised);
        grip.current = null;
      },
      onKeyDown(event) {
        const next =
          event.target === event.currentTarget ? placeAfterKey(place, event.key, event.shiftKey) : null;
        if (next === null) return;
        event.preventDefault();
        const clamped = clamp(next);
        setPlace(clamped);
        keep(clamped, minimised);
      },
    },
  };
}
