import type { Rendition } from '@lectern/shared-contracts/api/rendition.ts';
import type { PackageDocument, SpineReference } from './packageDocument.ts';

type Layout = NonNullable<Rendition['layout']>;

const layouts = new Map<string, Layout>([
  ['reflowable', 'reflowable'],
  ['pre-paginated', 'fixed'],
]);
const spreads = new Map<string, Rendition['spread']>([
  ['none', 'none'],
  ['landscape', 'landscape'],
  // Deprecated alias of 'both'.
  ['portrait', 'both'],
  ['both', 'both'],
]);
const flows = new Map<string, Rendition['flow']>([
  ['paginated', 'paginated'],
  ['scrolled-doc', 'scrolled-doc'],
  ['scrolled-continuous', 'scrolled-continuous'],
]);
const orientations = new Map<string, Rendition['orientation']>([
  ['landscape', 'landscape'],
  ['portrait', 'portrait'],
]);
const sides = new Map<string, Rendition['side']>([
  ['left', 'left'],
  ['right', 'right'],
  ['center', 'center'],
]);

/**
 * The layout of a spine item: its own properties, else those of the package. Of contradicting ones the first wins.
 * @returns null when it does not differ from the book
 */
export function renditionOf(
  source: Pick<PackageDocument, 'spread' | 'flow' | 'orientation' | 'roll'>,
  item: Pick<SpineReference, 'properties'>,
  bookLayout: Layout,
): Rendition | null {
  const declared = (name: string) => {
    const property = item.properties.find((each) => each.startsWith(name));
    return property?.slice(name.length) ?? null;
  };
  const layout = layouts.get(declared('rendition:layout-') ?? '') ?? bookLayout;
  const side = sides.get(declared('page-spread-') ?? declared('rendition:page-spread-') ?? '');
  const spread = spreads.get(declared('rendition:spread-') ?? source.spread ?? '');
  const flow = flows.get(declared('rendition:flow-') ?? source.flow ?? '');
  const orientation = orientations.get(declared('rendition:orientation-') ?? source.orientation ?? '');
  const centered = item.properties.includes('rendition:align-x-center');
  const rendition: Rendition = {
    ...(layout === bookLayout ? {} : { layout }),
    ...(side ? { side } : {}),
    ...(layout === 'fixed' && spread ? { spread } : {}),
    ...(layout === 'fixed' && orientation ? { orientation } : {}),
    ...(layout === 'reflowable' && centered ? { align: 'center' } : {}),
    // Fixed-layout pages flow only in a continuous strip.
    ...(layout === 'reflowable' && flow ? { flow } : {}),
    ...(layout === 'fixed' && source.roll ? { flow: 'scrolled-continuous' } : {}),
  };
  return Object.keys(rendition).length > 0 ? rendition : null;
}
