import { addressOf, pathOf } from '@lectern/client/common/basePath.ts';
import type { HostLocation, HostNavigation, LinkProps } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import type { ComponentType, FocusEvent, MouseEvent, PointerEvent } from 'react';
import { safePath } from './safePath.ts';

type Navigate = HostNavigation['go'];

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

  const go: Navigate = (to, options) => {
    const path = safePath(to, current.origin);
    if (path !== null) navigate(path, options);
  };

  /** Follows a link. One to the address that is shown makes no second entry in the history. */
  function follow(to: string, state: unknown): void {
    const { pathname, search, hash } = location.get();
    go(to, { state, replace: to === pathname + search + hash });
  }

  return {
    location,
    title,
    go,
    back: () => window.history.back(),
    Link: createLink(follow, links.pointedAt, links.pressed),
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
 * @param follow called on a click, unless it asks the browser for another tab or window
 * @param pointedAt called with the path on hover or focus, to prefetch the page
 * @param pressed called with the path on pointer down, just before the click
 */
function createLink(
  follow: (to: string, state: unknown) => void,
  pointedAt: (path: string) => void,
  pressed: (path: string) => void,
): ComponentType<LinkProps> {
  function ShellLink(props: LinkProps) {
    // Wrappers (tooltip, menu) pass a ref and more handlers than the contract has.
    const { to, state, ...rest } = props as LinkProps & Handlers;
    return (
      <a
        {...rest}
        href={addressOf(to)}
        onClick={(event) => {
          rest.onClick?.(event);
          if (event.defaultPrevented || !isPlain(event)) return;
          event.preventDefault();
          follow(to, state);
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

const isPlain = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  !metaKey &&
  !altKey &&
  !ctrlKey &&
  !shiftKey &&
  ['', '_self'].includes(currentTarget.target);

interface Handlers {
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  onPointerEnter?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onPointerDown?: (event: PointerEvent<HTMLAnchorElement>) => void;
  onFocus?: (event: FocusEvent<HTMLAnchorElement>) => void;
}
