import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import type { Tone } from './tokens.ts';
import { color, duration, easing, media, radius, shadow, space, touchTarget, type } from './tokens.ts';
import { toneStyles } from './toneStyles.ts';

export interface SnackbarProps {
  message: ReactNode;
  /** Default 'info'; 'danger' is assertive for screen readers. */
  tone?: Tone;
  action?: { label: string; onSelect: () => void };
  onClose?: () => void;
  /** Translated; 'Close' by default. */
  closeLabel?: string;
}

/** A short message. Its container decides how long it is shown. */
export function Snackbar({ message, tone = 'info', action, onClose, closeLabel = 'Close' }: SnackbarProps) {
  const { Icon } = toneStyles[tone];
  return (
    <StyledSnackbar role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon aria-hidden />
      <Message>{message}</Message>
      {action ? (
        <Act type="button" onClick={action.onSelect}>
          {action.label}
        </Act>
      ) : null}
      {onClose ? (
        <Act type="button" onClick={onClose} aria-label={closeLabel}>
          <X aria-hidden />
        </Act>
      ) : null}
    </StyledSnackbar>
  );
}

const StyledSnackbar = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  inline-size: fit-content;
  max-inline-size: min(36rem, calc(100vw - 2rem));
  min-block-size: 3rem;
  padding-block: ${space(1)};
  padding-inline: ${space(4)} ${space(2)};
  border-radius: ${radius.control};
  background: ${color.text};
  color: ${color.surface};
  box-shadow: ${shadow.float};
  font-size: ${type.small};
  animation: lectern-rise ${duration.slow} ${easing};
  & svg { flex: none; inline-size: 1.125rem; block-size: 1.125rem; }
  /* A telephone with letters of 200 %. */
  @media (max-width: 16em) { flex-wrap: wrap; justify-content: end; }
`;

const Message = styled.div`
  flex: 1;
  min-inline-size: 0;
  overflow-wrap: anywhere;
  padding-block: ${space(2)};
  padding-inline-end: ${space(2)};
`;

const Act = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-block-size: 2.25rem;
  min-inline-size: 2.25rem;
  padding-inline: ${space(2)};
  border: 0;
  border-radius: ${radius.cover};
  background: none;
  color: inherit;
  font-weight: 650;
  white-space: nowrap;
  &:hover { text-decoration: underline; text-underline-offset: 0.2em; }
  /* The default focus ring is too dark here. */
  &:focus-visible { outline-color: currentColor; outline-offset: -2px; }
  @media ${media.narrow} { min-block-size: ${touchTarget}; min-inline-size: ${touchTarget}; }
`;
