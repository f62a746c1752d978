import { pathOf } from '@lectern/client/common/basePath.ts';
import type { HostLocation, HostNavigation, LinkProps } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ComponentType, FocusEvent, MouseEvent, PointerEvent } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { safePath } from './safePath.ts';

type Navigate = (to: string | number, options?: { state?: unknown; replace?: boolean }) => void;

export interface Navigation extends HostNavigation {
  /** Title set by the page; null before that. */
  title: Readable<string | null>;
  /** Called by the router with the current location. */
  arrived(location: HostLocation): void;
  /** Connects the router that `go` uses. */
  connect(navigate: Navigate): void;
  /** Forgets the title of the page before. */
  clearTitle(): void;
}

/**
 * Navigation without the router, for remotes and code outside of React.
 * @param links called with the path of a link on hover or focus, and on pointer down
 */
export function createNavigation(
  links: { pointedAt(path: string): void; pressed(path: string): void },
  current: Pick<Location, 'pathname' | 'search' | 'hash' | 'origin'> = window.location,
): Navigation {
  const location = createWritable<HostLocation>({
    pathname: pathOf(current.pathname),
    search: current.search,
    hash: current.hash,
    state: null,
  });
  const title = createWritable<string | null>(null);
  let waiting: Parameters<Navigate> | null = null;
  let navigate: Navigate = (...call) => {
    waiting = call;
  };

  return {
    location,
    title,
    go(to, options) {
      const path = safePath(to, current.origin);
      if (path !== null) navigate(path, options);
    },
    back: () => navigate(-1),
    Link: createLink(links.pointedAt, links.pressed),
    setTitle: title.set,
    clearTitle: () => title.set(null),
    arrived(next) {
      const shown = location.get();
      const parts = ['pathname', 'search', 'hash', 'state'] as const;
      // The same location again would rerender every subscriber.
      if (parts.some((part) => shown[part] !== next[part])) location.set(next);
    },
    connect(next) {
      navigate = next;
      if (waiting) next(...waiting);
      waiting = null;
    },
  };
}

/**
 * A link with client-side navigation.
 * @param pointedAt called with the path on hover or focus, to prefetch the page
 * @param pressed called with the path on pointer down, just before the click
 */
function createLink(
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
