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
/** Bottom right, clear of the floating button and the bottom bar. */
const corner = (): Place => ({ x: window.innerWidth, y: window.innerHeight - 232 });

export interface Floating {
  ref: RefObject<HTMLDivElement | null>;
  place: Place;
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
        // A full storage is not worth a message here.
      }
    },
    [storage],
  );

  useLayoutEffect(() => {
    const stay = () => setPlace(clamp);
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
