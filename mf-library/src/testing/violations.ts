import axe from 'axe-core';

/** What axe finds wrong with an element, one line each. jsdom paints nothing, so colours are measured elsewhere. */
export async function violations(element: Element): Promise<string[]> {
  const { violations: found } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
