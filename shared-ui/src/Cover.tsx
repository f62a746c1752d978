import { useState } from 'react';
import { css, styled } from 'styled-components';
import type { CoverSize } from './coverSizes.ts';
import { coverSizes } from './coverSizes.ts';
import { GeneratedCover } from './GeneratedCover.tsx';
import { color, radius, shadow, type } from './tokens.ts';

export interface CoverProps {
  title: string;
  author?: string;
  /** Without it, or when it does not load, a cover is typeset. */
  src?: string;
  srcSet?: string;
  /** Which width of `srcSet` to take; what `size` says by default. */
  sizes?: string;
  /** Default 'medium'. */
  size?: CoverSize;
  /** Words on a small label: that this cover was generated. */
  generatedBadge?: string;
  /** Title and author stand beside it already: it is not read out again. */
  decorative?: boolean;
  /** It is seen at once, so it is not put off. */
  eager?: boolean;
  /** Told once when the picture does not load, so that a better one can be asked for. */
  onFail?: () => void;
}

/** A book as it lies on the table. */
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
  // The address that failed, and not a flag: another address deserves another try.
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
          // One that is seen at once comes with the text around it, not a frame later.
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
      {generatedBadge ? (
        <Label $small={size === 'thumbnail' || size === 'small'}>{generatedBadge}</Label>
      ) : null}
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
    /* The words of a picture that has not come yet. */
    font-size: ${type.caption};
    color: ${color.textMuted};
  }
  /* The fine edge of a board, and the groove where it opens. */
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

const Label = styled.span<{ $small: boolean }>`
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
  ${({ $small }) =>
    $small &&
    css`
      inset: auto 0 0;
      max-inline-size: none;
      padding: 0.125rem;
      border-radius: 0;
      font-size: 0.625rem;
      text-align: center;
    `}
`;
