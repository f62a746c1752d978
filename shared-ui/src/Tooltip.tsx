import * as Primitive from '@radix-ui/react-tooltip';
import type { FocusEvent, ReactElement } from 'react';
import { styled } from 'styled-components';
import { color, duration, layer, radius, space, type } from './tokens.ts';

export interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that accepts a ref and props. */
  children: ReactElement;
}

/** A tooltip on hover and focus, never the only label. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={450}>
      <Primitive.Root>
        <Primitive.Trigger asChild onFocus={onlyByKeyboard}>
          {children}
        </Primitive.Trigger>
        <Primitive.Portal>
          <StyledTooltip side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </StyledTooltip>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

/** A menu closed by touch gives the focus back to its button, which must not open the tooltip. */
const onlyByKeyboard = (event: FocusEvent<HTMLElement>) => {
  if (!event.currentTarget.matches(':focus-visible')) event.preventDefault();
};

const StyledTooltip = styled(Primitive.Content)`
  z-index: ${layer.tooltip};
  max-inline-size: 18rem;
  padding: ${space(1)} ${space(2)};
  border-radius: ${radius.cover};
  background: ${color.text};
  color: ${color.surface};
  font-size: ${type.caption};
  line-height: 1.4;
  pointer-events: none;
  animation: lectern-fade-in ${duration.fast};
`;
