import { coverDesign } from '@lectern/shared-contracts/domain/books/coverDesign.ts';
import { memo } from 'react';
import { styled } from 'styled-components';
import { color, radius } from './tokens.ts';

export interface CoverThumbProps {
  title: string;
  /** Without it, or when it fails to load, the colors of the generated cover are shown. */
  src?: string | undefined;
}

/**
 * A small cover beside its title, hidden from screen readers. Its text would be illegible at
 * that size, so it has two elements instead of the fifteen of a Cover.
 */
export const CoverThumb = memo(function CoverThumb({ title, src }: CoverThumbProps) {
  const { ground, ornament } = coverDesign(title).cloth;
  return (
    <Cloth aria-hidden style={{ backgroundColor: ground, borderColor: ornament }}>
      {src ? <img src={src} alt="" decoding="async" draggable={false} width={32} height={48} /> : null}
    </Cloth>
  );
});

const Cloth = styled.span`
  position: relative;
  flex: none;
  display: block;
  inline-size: 2rem;
  block-size: 3rem;
  border: 0.1875rem double;
  border-radius: ${radius.cover};
  /* A picture covers the generated frame. */
  & > img { position: absolute; inset: -0.1875rem; inline-size: 2rem; block-size: 3rem; max-inline-size: none; border-radius: inherit; background: ${color.surfaceHover}; object-fit: cover; }
  & > img:not([src]) { display: none; }
`;
