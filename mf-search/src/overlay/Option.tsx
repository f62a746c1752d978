import { color, media, radius, space, touchTarget } from '@lectern/shared-ui/tokens.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { styled } from 'styled-components';

export interface OptionProps {
  id: string;
  active: boolean;
  /** Scrolled into view while it is active. */
  follow: boolean;
  /** Far below the visible part: laid out only when it comes near. */
  far?: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** An option of the listbox. Focus stays in the search field, so mousedown must not move it. */
export function Option({ id, active, follow, far = false, onChoose, children }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active && follow) element.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active, follow]);
  return (
    <StyledOption
      ref={element}
      role="option"
      id={id}
      aria-selected={active}
      data-far={far || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </StyledOption>
  );
}

const StyledOption = styled.div`
  display: grid;
  align-items: center;
  min-block-size: 2.5rem;
  margin-inline: ${space(2)};
  padding: ${space(2)} ${space(3)};
  border-radius: ${radius.control};
  cursor: pointer;
  &[data-far] { content-visibility: auto; contain-intrinsic-block-size: auto 3.25rem; }
  scroll-margin-block: ${space(10)} ${space(2)};
  /* One row is chosen: the one under the pointer only has an outline. */
  &:hover { box-shadow: inset 0 0 0 1px ${color.line}; }
  &[aria-selected='true'] { background: ${color.accentSoft}; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; margin-inline: ${space(1)}; }
`;
