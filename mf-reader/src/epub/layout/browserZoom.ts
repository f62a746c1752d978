type Sizes = Pick<Window, 'outerWidth' | 'outerHeight' | 'innerWidth' | 'innerHeight'>;

/** Many people always use smaller ones, for all sites. */
const least = 1.75;

/**
 * The zoom of the browser if it is large, which is meant to enlarge a page that would fit into the window; else 1. No
 * interface tells it: the window has fewer pixels inside, in both directions, unlike beside a sidebar.
 */
export function browserZoom({ outerWidth, outerHeight, innerWidth, innerHeight }: Sizes): number {
  const zoom = Math.min(outerWidth / innerWidth, outerHeight / innerHeight);
  return Number.isFinite(zoom) && zoom >= least ? zoom : 1;
}
