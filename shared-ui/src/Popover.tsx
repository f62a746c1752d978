import * as Primitive from '@radix-ui/react-popover';
import type { ReactElement, ReactNode } from 'react';
import { styled } from 'styled-components';
import { popupStyles } from './popup.styles.ts';
import { media, space } from './tokens.ts';
import { useMediaQuery } from './useMediaQuery.ts';

export interface PopoverProps {
  /** The trigger: a button, or another element that accepts a ref and props. */
  trigger: ReactElement;
  /** Accessible name. */
  label: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** Width; 20 rem by default. */
  width?: string;
  /** What is behind a bottom sheet stays visible: without a scrim, and at most half as high as the window. */
  live?: boolean;
  /** Called on close instead of returning focus to the trigger. */
  onClosed?: () => void;
  children: ReactNode;
}

/** A popover beside its trigger; a bottom sheet on narrow screens. */
export function Popover({
  trigger,
  label,
  open,
  onOpenChange,
  align = 'end',
  side = 'bottom',
  width = '20rem',
  live = false,
  onClosed,
  children,
}: PopoverProps) {
  // A touch outside closes the sheet and must not activate what is below.
  const sheet = useMediaQuery(media.narrow);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange} modal={sheet}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <StyledPopover
          data-sheet={live ? 'live' : ''}
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
        </StyledPopover>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const StyledPopover = styled(Primitive.Content)<{ $width: string }>`
  inline-size: ${({ $width }) => $width};
  max-inline-size: calc(100vw - 1rem);
  max-block-size: var(--radix-popover-content-available-height);
  overflow-y: auto;
  padding: ${space(4)};
  ${popupStyles}
`;
