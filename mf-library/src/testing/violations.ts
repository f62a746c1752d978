import axe from 'axe-core';

/** Violations that axe finds, one line each. Colors are checked elsewhere, since jsdom paints nothing. */
export async function violations(element: Element): Promise<string[]> {
  const { violations: found } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
