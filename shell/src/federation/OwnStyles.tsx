import { type ReactNode, useInsertionEffect } from 'react';
import { createStyleGuard, type StyleGuard } from './styleGuard.ts';

let guard: StyleGuard | null = null;

/** Keeps the styles that a page brings to the time at which it is shown, crashed or not. */
export function OwnStyles({ page, children }: { page: string; children: ReactNode }) {
  // Before anything of the page has a chance to put its styles in.
  useInsertionEffect(() => {
    guard ??= createStyleGuard(document.head);
    return guard.enter(page);
  }, [page]);
  return children;
}
