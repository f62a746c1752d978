import { createElement } from 'react';
import type { HostLocation, HostNavigation, LinkProps } from '../contract/host.ts';
import { createWritable } from '../contract/readable.ts';

export interface Visit {
  to: string;
  state?: unknown;
  replace?: boolean;
}

function locationOf(to: string, state: unknown): HostLocation {
  const url = new URL(to, 'http://localhost');
  return { pathname: url.pathname, search: url.search, hash: url.hash, state };
}

/** Records navigations without performing them; links are plain anchors. */
export function createTestNavigation(
  start: string,
  state: unknown,
): HostNavigation & { visits: Visit[]; titles: string[] } {
  const location = createWritable(locationOf(start, state));
  const visits: Visit[] = [];
  const titles: string[] = [];
  const go: HostNavigation['go'] = (to, options) => {
    visits.push({ to, ...options });
    location.set(locationOf(to, options?.state ?? null));
  };
  function Link({ to, state: linkState, children, onClick, ...rest }: LinkProps) {
    const follow = (event: { preventDefault(): void }) => {
      event.preventDefault();
      onClick?.();
      go(to, linkState === undefined ? undefined : { state: linkState });
    };
    return createElement('a', { href: to, onClick: follow, ...rest }, children);
  }
  return {
    location,
    visits,
    titles,
    go,
    back: () => visits.push({ to: 'back' }),
    Link,
    setTitle: (title) => titles.push(title),
  };
}
