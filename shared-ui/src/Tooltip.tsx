import * as Primitive from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { color, duration, layer, radius, space, type } from './tokens.ts';

export interface TooltipProps {
  text: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that takes a ref and spreads its props. */
  children: ReactElement;
}

/** Words for what has none, on hover and on focus. Never the only place where something is said. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={450}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Face side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Face>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
}

const Face = styled(Primitive.Content)`
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
