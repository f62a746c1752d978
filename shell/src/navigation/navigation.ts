import { pathOf } from '@lectern/client/common/basePath.ts';
import type { HostLocation, HostNavigation } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { createLink } from './createLink.tsx';
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
