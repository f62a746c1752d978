import { color, media, radius, space, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

export interface OptionProps {
  id: string;
  active: boolean;
  /** Brought into view while it is the active one. */
  follow: boolean;
  /**
   * Far down: it is not laid out before it comes near the view. One that is in view would be laid out twice for that.
   */
  far?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** One line of the list. Focus stays in the field, so the pointer must not take it. */
export function Option({ id, active, follow, far = false, onChoose, children }: OptionProps) {
  const face = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active && follow) face.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active, follow]);
  return (
    <Face
      ref={face}
      role="option"
      id={id}
      aria-selected={active}
      data-far={far || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </Face>
  );
}

const Face = styled.div`
  display: grid;
  align-items: center;
  min-block-size: 2.5rem;
  margin-inline: ${space(2)};
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius.control};
  cursor: pointer;
  &[data-far] { content-visibility: auto; contain-intrinsic-block-size: auto 3.25rem; }
  scroll-margin-block: ${space(10)} ${space(2)};
  &:hover { background: ${color.surfaceHover}; }
  &[aria-selected='true'] { background: ${color.accentSoft}; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; margin-inline: ${space(1)}; }
`;
