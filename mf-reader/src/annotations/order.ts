import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { isUnplaced } from '@lectern/shared-contracts/domain/books/isUnplaced.ts';

/** Reading order; entries without a position last. */
export function compareLocators(one: Locator | null, other: Locator | null): number {
  const [a, b] = [placed(one), placed(other)];
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return (
    (a.spine_index ?? 0) - (b.spine_index ?? 0) ||
    (a.fraction ?? 0) - (b.fraction ?? 0) ||
    (a.page ?? 0) - (b.page ?? 0) ||
    // PDF coordinates start at the bottom.
    (b.rects?.[0]?.[3] ?? 0) - (a.rects?.[0]?.[3] ?? 0)
  );
}

const placed = (locator: Locator | null): Locator | null => (isUnplaced(locator) ? null : locator);
