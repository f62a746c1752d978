import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Tone } from './tokens.ts';
import { color, radius, space, type } from './tokens.ts';
import { toneStyles } from './toneStyles.ts';

export interface BannerProps {
  tone: Tone;
  message: ReactNode;
  /** Secondary text. */
  detail?: ReactNode;
  /** A button or two. */
  action?: ReactNode;
  /** Full width without rounded corners. */
  flush?: boolean;
}

/** A persistent message about a state, such as offline. */
export function Banner({ tone, message, detail, action, flush = false }: BannerProps) {
  const { Icon, ink, soft } = toneStyles[tone];
  return (
    <StyledBanner role={tone === 'danger' ? 'alert' : 'status'} $ink={ink} $soft={soft} $flush={flush}>
      <Icon aria-hidden />
      <Words>
        <p>{message}</p>
        {detail ? <small>{detail}</small> : null}
      </Words>
      {action ? <Actions>{action}</Actions> : null}
    </StyledBanner>
  );
}

const StyledBanner = styled.div<{ $ink: string; $soft: string; $flush: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  padding: ${space(2.5)} ${space(4)};
  border-radius: ${({ $flush }) => ($flush ? 0 : radius.control)};
  background: ${({ $soft }) => $soft};
  color: ${color.text};
  font-size: ${type.small};
  & > svg { flex: none; inline-size: 1.25rem; block-size: 1.25rem; color: ${({ $ink }) => $ink}; }
`;

/** One line where it fits. */
const Words = styled.div`
  display: flex;
  flex: 1 1 12rem;
  flex-wrap: wrap;
  align-items: baseline;
  column-gap: ${space(3)};
  & > p { font-weight: 550; }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
