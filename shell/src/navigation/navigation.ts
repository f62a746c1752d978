import { pathOf } from '@lectern/client/common/basePath.ts';
import type { HostLocation, HostNavigation } from '@lectern/shared-contracts/contract/host.ts';
import { createWritable, type Readable } from '@lectern/shared-contracts/contract/readable.ts';
import { createLink } from './createLink.tsx';
import { safePath } from './safePath.ts';

type Navigate = (to: string | number, options?: { state?: unknown; replace?: boolean }) => void;

export interface Navigation extends HostNavigation {
  /** What a page called itself; null before it has. */
  title: Readable<string | null>;
  /** The router tells where it is. */
  arrived(location: HostLocation): void;
  /** The router that carries out `go`, as soon as it is there. */
  connect(navigate: Navigate): void;
  /** A new page has not yet said its title. */
  clearTitle(): void;
}

/**
 * Navigation for those who do not know the router: the remotes, and what lives outside of React.
 * @param links told the path of a link that the reader points at, and of one that is pressed.
 */
export function createNavigation(
  links: { pointedAt(path: string): void; pressed(path: string): void },
  place: Pick<Location, 'pathname' | 'search' | 'hash' | 'origin'> = window.location,
): Navigation {
  const location = createWritable<HostLocation>({
    pathname: pathOf(place.pathname),
    search: place.search,
    hash: place.hash,
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
      const path = safePath(to, place.origin);
      if (path !== null) navigate(path, options);
    },
    back: () => navigate(-1),
    Link: createLink(links.pointedAt, links.pressed),
    setTitle: title.set,
    clearTitle: () => title.set(null),
    arrived(next) {
      const now = location.get();
      const parts = ['pathname', 'search', 'hash', 'state'] as const;
      // Where one is already nobody arrives: those who follow the place would all be rendered again.
      if (parts.some((part) => now[part] !== next[part])) location.set(next);
    },
    connect(next) {
      navigate = next;
      if (waiting) next(...waiting);
      waiting = null;
    },
  };
}
