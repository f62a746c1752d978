import * as Primitive from '@radix-ui/react-popover';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { popupFace } from './popupFace.ts';
import { media, space } from './tokens.ts';
import { useMediaQuery } from './useMediaQuery.ts';

export interface PopoverProps {
  /** A button of ours, or another element that takes a ref and spreads its props. */
  trigger: ReactElement;
  /** What it holds, read out when it opens. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** As wide as this; 20 rem by default. */
  width?: string;
  /** Called when it has closed, in place of giving the focus back to the button. */
  onClosed?: () => void;
  children: ReactNode;
}

/** A small panel beside the button that opened it; a sheet from below at narrow width. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'end',
  side = 'bottom',
  width = '20rem',
  onClosed,
  children,
}: PopoverProps) {
  // A touch beside a sheet closes it, and must not press what lies beneath.
  const sheet = useMediaQuery(media.narrow);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={sheet}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Face
          data-sheet
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          $width={width}
          onCloseAutoFocus={
            onClosed &&
            ((event) => {
              event.preventDefault();
              onClosed();
            })
          }
        >
          {children}
        </Face>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const Face = styled(Primitive.Content)<{ $width: string }>`
  inline-size: ${({ $width }) => $width};
  max-inline-size: calc(100vw - 1rem);
  max-block-size: var(--radix-popover-content-available-height);
  overflow-y: auto;
  padding: ${space(4)};
  ${popupFace}
`;
