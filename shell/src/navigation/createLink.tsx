import type { LinkProps } from '@lectern/shared-contracts/contract/host.ts';
import type { ComponentType, FocusEvent, PointerEvent } from 'react';
import { Link } from 'react-router-dom';

/**
 * A link with client-side navigation.
 * @param pointedAt called with the path on hover or focus, to prefetch the page
 * @param pressed called with the path on pointer down, just before the click
 */
export function createLink(
  pointedAt: (path: string) => void,
  pressed: (path: string) => void,
): ComponentType<LinkProps> {
  function ShellLink(props: LinkProps) {
    // Wrappers (tooltip, menu) pass a ref and more handlers than the contract has.
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
