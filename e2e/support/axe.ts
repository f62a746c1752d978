import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * The violations that axe finds on the current page, with all rules or the given ones: each rule with the elements that
 * violate it.
 *
 * Without frames of another origin, the results are merged in the page itself instead of in an extra page, and passed
 * checks are not reported in detail.
 * The violations are the same, in a third of the time.
 */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await builder
    .options({
      resultTypes: ['violations'],
      // Disabled by default, and part of WCAG 2.2: the name of a control begins with its visible label, and a target is
      // at least 24 by 24 px or has that much space around it.
      ...(rules.length > 0
        ? { runOnly: { type: 'rule', values: [...rules] } }
        : { rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } } }),
    })
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}
