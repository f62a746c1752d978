import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { duration, layer, space, type } from '@lectern/shared-ui/tokens.ts';
import { X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Picture } from '../engine/renderer.ts';

export interface PictureViewProps {
  picture: Picture;
  onClose: () => void;
}

/** Maximum zoom factor; 1 is the picture fitted to the window. */
const largest = 8;
const step = 1.5;
/** Zoom factor after a click. */
const pressed = 2.5;

const within = (zoom: number) => Math.min(largest, Math.max(1, zoom));

/** A picture fitted to the window; zoomed by click, buttons, the keys + and -, and the wheel. */
export function PictureView({ picture, onClose }: PictureViewProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  /** Aspect ratio; 1 until the picture is loaded. */
  const [shape, setShape] = useState(1);
  const change = (by: number) => setZoom((before) => within(before * by));
  const whole = zoom === 1;
  useEffect(() => dialog.current?.showModal(), []);
  useKeptMiddle(scroller, zoom);
  useEffect(() => {
    const element = scroller.current;
    // React's listener is passive, so that the browser would zoom or scroll the page too.
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setZoom((before) => within(before * Math.exp(-event.deltaY / 200)));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, []);
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === '+' || event.key === '=') change(step);
    else if (event.key === '-') change(1 / step);
    else if (event.key === '0') setZoom(1);
  };
  return (
    <FullWindow
      ref={dialog}
      aria-label={picture.description || t('Picture')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKey}
    >
      <Scroll
        ref={scroller}
        $whole={whole}
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        <button
          type="button"
          aria-label={whole ? t('Show the picture in its full size') : t('Fit the picture to the window')}
          onClick={() => setZoom(whole ? pressed : 1)}
        >
          <img
            src={picture.source}
            alt={picture.description}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setShape(naturalWidth > 0 && naturalHeight > 0 ? naturalWidth / naturalHeight : 1)
            }
            style={whole ? undefined : { inlineSize: `calc(${zoom} * min(94vw, 84dvh * ${shape}))` }}
          />
        </button>
      </Scroll>
      {picture.description ? <p dir="auto">{picture.description}</p> : null}
      <Buttons>
        <IconButton
          label={t('Zoom out')}
          icon={<ZoomOut />}
          disabled={whole}
          onClick={() => change(1 / step)}
          tooltipSide="bottom"
        />
        <IconButton
          label={t('Zoom in')}
          icon={<ZoomIn />}
          disabled={zoom === largest}
          onClick={() => change(step)}
          tooltipSide="bottom"
        />
        <IconButton label={t('Close')} icon={<X />} onClick={onClose} tooltipSide="bottom" />
      </Buttons>
    </FullWindow>
  );
}

/** Keeps the center of the view in place when zooming. */
function useKeptMiddle(scroller: { readonly current: HTMLElement | null }, zoom: number): void {
  const before = useRef(zoom);
  useLayoutEffect(() => {
    const element = scroller.current;
    const by = zoom / before.current;
    before.current = zoom;
    if (!element || by === 1) return;
    const { clientWidth, clientHeight } = element;
    element.scrollTo({
      left: (element.scrollLeft + clientWidth / 2) * by - clientWidth / 2,
      top: (element.scrollTop + clientHeight / 2) * by - clientHeight / 2,
      behavior: 'instant',
    });
  }, [scroller, zoom]);
}

const FullWindow = styled.dialog`
  inline-size: 100vw;
  max-inline-size: none;
  block-size: 100dvh;
  max-block-size: none;
  padding: 0;
  border: 0;
  z-index: ${layer.overlay};
  overflow: hidden;
  background: rgb(20 16 12 / 92%);
  color: #f3ece0;
  &[open] { display: flex; flex-direction: column; animation: lectern-fade-in ${duration.normal}; }
  &::backdrop { background: none; }
  & > p {
    flex: none;
    max-inline-size: 60ch;
    margin: 0 auto;
    padding: ${space(3)} ${space(5)} max(${space(4)}, env(safe-area-inset-bottom));
    font-size: ${type.small};
    text-align: center;
    text-wrap: balance;
  }
`;

const Scroll = styled.div<{ $whole: boolean }>`
  flex: 1;
  min-block-size: 0;
  display: grid;
  place-content: safe center;
  overflow: ${({ $whole }) => ($whole ? 'hidden' : 'auto')};
  padding: ${({ $whole }) => ($whole ? space(6) : 0)};
  touch-action: ${({ $whole }) => ($whole ? 'manipulation' : 'pan-x pan-y pinch-zoom')};
  & > button {
    display: grid;
    place-content: center;
    min-block-size: 0;
    padding: 0;
    border: 0;
    background: none;
    cursor: ${({ $whole }) => ($whole ? 'zoom-in' : 'zoom-out')};
  }
  & img {
    display: block;
    background: #fff;
    ${({ $whole }) =>
      $whole
        ? 'inline-size: min(94vw, 84dvh * 2.4); block-size: 84dvh; object-fit: contain; background: none;'
        : 'max-inline-size: none; max-block-size: none;'}
  }
`;

const Buttons = styled.div`
  position: absolute;
  inset-block-start: max(${space(3)}, env(safe-area-inset-top));
  inset-inline-end: max(${space(3)}, env(safe-area-inset-right));
  display: flex;
  border-radius: 999px;
  background: rgb(20 16 12 / 60%);
  & button { color: inherit; }
`;
