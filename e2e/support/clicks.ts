import type { Locator } from '@playwright/test';

/** Does what a reader does, and counts it: clicks, and choices in a list. */
export function countingClicks() {
  let clicks = 0;
  return {
    click: async (target: Locator, options?: Parameters<Locator['click']>[0]) => {
      await target.click(options);
      clicks += 1;
    },
    choose: async (list: Locator, label: string | RegExp) => {
      const options = list.getByRole('option').filter({ hasText: label });
      await list.selectOption(await options.first().getAttribute('value'));
      clicks += 1;
    },
    count: () => clicks,
  };
}
