import type { LinkProps } from '@lectern/shared-contracts/contract/host.ts';
import type { ComponentType, FocusEvent, MouseEvent, PointerEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

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
    const { to, state, ...rest } = props as LinkProps & Handlers;
    const follow = useLinkClickHandler(to, { state });
    return (
      <a
        {...rest}
        href={useHref(to)}
        onClick={(event) => {
          rest.onClick?.(event);
          if (!event.defaultPrevented) follow(event);
        }}
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
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  onPointerEnter?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onFocus?: (event: FocusEvent<HTMLAnchorElement>) => void;
}
