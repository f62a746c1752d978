import { memo } from 'react';
import { styled } from 'styled-components';
import { coverDesign } from './coverDesign.ts';
import { color, radius } from './tokens.ts';

export interface CoverThumbProps {
  title: string;
  /** Without it, or when it does not load, the cloth of the typeset cover is seen. */
  src?: string | undefined;
}

/**
 * A book no taller than two lines of text, beside its title: it is not read out. Its cover's words could not be read at
 * that size, so none are set: it costs a list that changes with every key two elements, where a Cover costs fifteen.
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
  /* Its own picture covers the tooled frame. */
  & > img { position: absolute; inset: -0.1875rem; inline-size: 2rem; block-size: 3rem; max-inline-size: none; border-radius: inherit; background: ${color.surfaceHover}; object-fit: cover; }
  & > img:not([src]) { display: none; }
`;
