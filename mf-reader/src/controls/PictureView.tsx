import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { duration, layer, space, type } from '@lectern/shared-ui/tokens.ts';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import type { Picture } from '../engine/renderer.ts';

export interface PictureViewProps {
  picture: Picture;
  onClose: () => void;
}

/** A picture fitted to the window; a click shows its full size. */
export function PictureView({ picture, onClose }: PictureViewProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [whole, setWhole] = useState(true);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Room
      ref={dialog}
      aria-label={picture.description || t('Picture')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Scroll $whole={whole} onClick={(event) => event.target === event.currentTarget && onClose()}>
        <button
          type="button"
          aria-label={whole ? t('Show the picture in its full size') : t('Fit the picture to the window')}
          onClick={() => setWhole(!whole)}
        >
          <img src={picture.source} alt={picture.description} />
        </button>
      </Scroll>
      {picture.description ? <p dir="auto">{picture.description}</p> : null}
      <Close>
        <IconButton label={t('Close')} icon={<X />} onClick={onClose} tooltipSide="bottom" />
      </Close>
    </Room>
  );
}

const Room = styled.dialog`
  inline-size: 100vw;
  max-inline-size: none;
  block-size: 100dvh;
  max-block-size: none;
  margin: 0;
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
        : 'max-inline-size: none; max-block-size: none; min-inline-size: 100%;'}
  }
`;

const Close = styled.div`
  position: absolute;
  inset-block-start: max(${space(3)}, env(safe-area-inset-top));
  inset-inline-end: max(${space(3)}, env(safe-area-inset-right));
  border-radius: 999px;
  background: rgb(20 16 12 / 60%);
  & button { color: inherit; }
`;
