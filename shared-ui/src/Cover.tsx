import { useState } from 'react';
import { styled } from 'styled-components';
import { GeneratedCover } from './GeneratedCover.tsx';
import { color, radius, shadow, type } from './tokens.ts';

export interface CoverProps {
  title: string;
  author?: string;
  /** Without it, or when it fails to load, a cover is generated. */
  src?: string;
  srcSet?: string;
  /** The `sizes` attribute; by `size` by default. */
  sizes?: string;
  /** Default 'medium'. */
  size?: CoverSize;
  /** Label that the cover was generated; not on the two small sizes, whose picture it would hide. */
  generatedBadge?: string;
  /** Hidden from screen readers, since title and author are beside it. */
  decorative?: boolean;
  /** Loaded eagerly, since it is visible at once. */
  eager?: boolean;
  /** Called once when the picture fails to load. */
  onFail?: () => void;
}

/** A book cover. */
export function Cover({
  title,
  author,
  src,
  srcSet,
  sizes,
  size = 'medium',
  generatedBadge,
  decorative = false,
  eager = false,
  onFail,
}: CoverProps) {
  // The failed address instead of a flag, so that another address is tried.
  const [failed, setFailed] = useState<string>();
  const [width, height] = size === 'fluid' ? [] : coverSizes[size];
  return (
    <Board $width={width}>
      {src && src !== failed ? (
        <img
          src={src}
          srcSet={srcSet}
          sizes={srcSet ? (sizes ?? (width ? `${width}px` : undefined)) : undefined}
          width={width}
          height={height}
          alt={decorative ? '' : [title, author].filter(Boolean).join(', ')}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          // Eager covers decode synchronously, with the text around them.
          decoding={eager ? 'sync' : 'async'}
          draggable={false}
          onError={() => {
            setFailed(src);
            onFail?.();
          }}
        />
      ) : (
        <GeneratedCover title={title} author={author} decorative={decorative} />
      )}
      {generatedBadge && size !== 'thumbnail' && size !== 'small' ? <Label>{generatedBadge}</Label> : null}
    </Board>
  );
}

const Board = styled.span<{ $width: number | undefined }>`
  position: relative;
  display: block;
  flex: none;
  inline-size: ${({ $width }) => ($width ? `${$width}px` : '100%')};
  max-inline-size: 100%;
  aspect-ratio: 2 / 3;
  border-radius: ${radius.cover};
  background: ${color.surfaceHover};
  box-shadow: ${shadow.cover};
  filter: var(--cover-filter);
  overflow: hidden;
  isolation: isolate;

  & > img {
    inline-size: 100%;
    block-size: 100%;
    object-fit: cover;
    /* Alt text of a loading picture. */
    font-size: ${type.caption};
    color: ${color.textMuted};
  }
  /* Edge and groove of the cover. */
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: inherit;
    box-shadow: inset 0 0 0 1px rgb(40 24 10 / 14%);
    background: linear-gradient(
      to right,
      rgb(255 255 255 / 14%) 0,
      rgb(0 0 0 / 4%) 1.5%,
      rgb(0 0 0 / 16%) 3%,
      rgb(255 255 255 / 10%) 4.5%,
      transparent 8%
    );
    pointer-events: none;
  }
  [dir='rtl'] &::after { scale: -1 1; }
`;

const Label = styled.span`
  position: absolute;
  z-index: 1;
  inset-block-end: 6px;
  inset-inline-start: 6px;
  max-inline-size: calc(100% - 12px);
  padding: 0.125rem 0.375rem;
  border-radius: 3px;
  background: rgb(28 21 16 / 88%);
  color: #fbf4e8;
  font-size: ${type.caption};
  font-weight: 500;
  line-height: 1.25;
`;

/** The four sizes of a cover, in pixels: [width, height]. */
export const coverSizes = {
  thumbnail: [64, 96],
  small: [96, 144],
  medium: [192, 288],
  large: [256, 384],
} as const;

/** 'fluid' fills its container, with ratio 2:3. */
export type CoverSize = keyof typeof coverSizes | 'fluid';
