import * as Primitive from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { Scrim } from './Scrim.tsx';
import { color, duration, easing, layer, media, radius, shadow } from './tokens.ts';
import { useFocusReturn } from './useFocusReturn.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface CommandPanelProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name. */
  title: string;
  children: ReactNode;
}

/**
 * A command palette near the top of the page; its first field
 * has focus. Full screen on phones. It traps focus and returns it; Escape closes it.
 */
export function CommandPanel({ open, onOpenChange, title, children }: CommandPanelProps) {
  const focus = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Scrim />
        <Panel
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          aria-describedby={undefined}
        >
          <VisuallyHidden>
            <Primitive.Title>{title}</Primitive.Title>
          </VisuallyHidden>
          {children}
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const Panel = styled(Primitive.Content)`
  position: fixed;
  inset: 0;
  inset-block-start: 12dvh;
  z-index: ${layer.overlay};
  display: flex;
  flex-direction: column;
  inline-size: min(42rem, calc(100vw - 2rem));
  block-size: fit-content;
  max-block-size: min(40rem, 80dvh);
  margin-inline: auto;
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  overflow: hidden;
  &:focus-visible { outline: none; border-radius: ${radius.sheet}; }
  &[data-state='open'] { animation: lectern-rise ${duration.normal} ${easing}; }
  &[data-state='closed'] { animation: lectern-sink ${duration.fast} forwards; }

  @media ${media.phone} {
    inset: 0;
    inline-size: 100%;
    block-size: 100dvh;
    max-block-size: none;
    border-radius: 0;
    padding-block: env(safe-area-inset-top) env(safe-area-inset-bottom);
  }
`;
