import type { LinkProps } from '@lectern/shared-contracts/contract/host.ts';
import type { ComponentType, FocusEvent, PointerEvent } from 'react';
import { Link } from 'react-router-dom';

/**
 * A real link that does not reload the page.
 * @param pointedAt told the path as soon as the reader points at the link or reaches it by keyboard, so that what is
 *   behind it can be fetched ahead of the click.
 * @param pressed told the path when the link is pressed: the click is a moment away.
 */
export function createLink(
  pointedAt: (path: string) => void,
  pressed: (path: string) => void,
): ComponentType<LinkProps> {
  function ShellLink(props: LinkProps) {
    // Whatever wraps a link (a tooltip, a menu) hands it a ref and more handlers than the contract names.
    const { to, ...rest } = props as LinkProps & Handlers;
    return (
      <Link
        {...rest}
        to={to}
        onPointerEnter={(event) => {
          rest.onPointerEnter?.(event);
          pointedAt(to);
        }}
        onPointerDown={(event) => {
          rest.onPointerDown?.(event);
          pressed(to);
        }}
        onFocus={(event) => {
          rest.onFocus?.(event);
          pointedAt(to);
        }}
      />
    );
  }
  return ShellLink;
}

interface Handlers {
  onPointerEnter?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onFocus?: (event: FocusEvent<HTMLAnchorElement>) => void;
}
