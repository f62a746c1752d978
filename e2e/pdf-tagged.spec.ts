/** Tagged PDFs in the accessibility tree. */
import type { CDPSession } from '@playwright/test';
import { openBook } from './support/openBook.ts';
import { pdfOf, pdfStream, savePdf } from './support/pdfFiles.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'block' });

/** Headings, links and words in the accessibility tree of the pages, in order. */
async function told(devtools: CDPSession): Promise<string[]> {
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard: string[] = [];
  const visit = (id: string, isIn: boolean) => {
    const node = byId.get(id);
    if (!node) return;
    const role = node.role?.value;
    const name = node.name?.value ?? '';
    const isPage = role === 'group' && /^Page \d+$/.test(name);
    if (isIn && (role === 'link' || role === 'heading')) heard.push(`${role} ${name.trim()}`);
    else if (isIn && role === 'StaticText' && name.trim() !== '') heard.push(name.trim());
    for (const child of node.childIds ?? []) visit(child, isIn || isPage);
  };
  const [root] = nodes;
  if (root) visit(root.nodeId, false);
  return heard;
}

test('[P-01, X-10] a tagged PDF of several pages is exposed in reading order, each link once with its words where it is', async ({
  page,
  context,
  request,
}) => {
  const words = (id: number, text: string, x: number, y = 700) =>
    `/P << /MCID ${id} >> BDC BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET EMC`;
  const content = (number: number) =>
    pdfStream(
      [
        words(0, 'Before it', 72),
        words(1, `the link ${number}`, 150),
        words(2, 'after it.', 240),
        // Drawn last, read first.
        words(3, `Heading ${number}`, 72, 740),
      ].join('\n'),
    );
  const sheet = (contents: number, parents: number, annotation: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /StructParents ${parents} /Annots [${annotation} 0 R] /Resources << /Font << /F1 5 0 R >> >> >>`;
  const link = (parent: number) =>
    `<< /Type /Annot /Subtype /Link /Rect [148 696 226 714] /Border [0 0 0] /StructParent ${parent} /A << /S /URI /URI (https://example.org/) >> >>`;
  const part = (role: string, parent: number, sheetId: number, kids: string) =>
    `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg ${sheetId} 0 R /K ${kids} >>`;
  const file = savePdf(
    'tagged-links',
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R /Lang (en) >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      sheet(7, 0, 9),
      sheet(8, 1, 10),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /StructTreeRoot /K [16 0 R 11 0 R 17 0 R 12 0 R] /ParentTree 15 0 R >>',
      content(1),
      content(2),
      link(2),
      link(3),
      part('P', 6, 3, '[0 13 0 R 2]'),
      part('P', 6, 4, '[0 14 0 R 2]'),
      part('Link', 11, 3, '[<< /Type /OBJR /Obj 9 0 R >> 1]'),
      part('Link', 12, 4, '[<< /Type /OBJR /Obj 10 0 R >> 1]'),
      '<< /Nums [0 [11 0 R 13 0 R 11 0 R 16 0 R] 1 [12 0 R 14 0 R 12 0 R 17 0 R] 2 13 0 R 3 14 0 R] >>',
      part('H1', 6, 3, '3'),
      part('H1', 6, 4, '3'),
    ]),
  );
  await openBook(page, context, request, file);
  for (const number of [1, 2])
    await expect(page.locator(`.page[data-page-number="${number}"] .structTree`)).toBeAttached();
  const devtools = await page.context().newCDPSession(page);
  const onPage = (number: number) => [
    `heading Heading ${number}`,
    `Heading ${number}`,
    'Before it',
    `link the link ${number}`,
    `the link ${number}`,
    'after it.',
  ];
  await expect.poll(() => told(devtools)).toEqual([...onPage(1), ...onPage(2)]);
});

test('[P-01] screen readers get the structure of a tagged page in order: headings, lists, tables, figures', async ({
  page,
  context,
  request,
}) => {
  const text = (id: number, tag: string, words: string, y: number) =>
    `/${tag} << /MCID ${id} >> BDC BT /F1 12 Tf 72 ${y} Td (${words}) Tj ET EMC`;
  // Drawn from the bottom up; the structure defines the reading order.
  const content = pdfStream(
    [
      text(4, 'TD', 'Whale', 500),
      text(3, 'TH', 'Animal', 520),
      '/Figure << /MCID 2 >> BDC 0.5 g 72 560 50 50 re f EMC',
      text(1, 'P', 'Words below the heading', 660),
      text(0, 'H1', 'The heading', 700),
    ].join('\n'),
  );
  const part = (role: string, parent: number, kids: string, more = '') =>
    `<< /Type /StructElem /S /${role} /P ${parent} 0 R /Pg 3 0 R /K ${kids} ${more} >>`;
  const file = savePdf(
    'tagged',
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R /Lang (en) >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /StructParents 0 /Resources << /Font << /F1 5 0 R >> >> >>',
      content,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      '<< /Type /StructTreeRoot /K [7 0 R 8 0 R 9 0 R 10 0 R] /ParentTree 15 0 R >>',
      part('H1', 6, '0'),
      part('P', 6, '1'),
      part('Figure', 6, '2', '/Alt (A gray square)'),
      part('Table', 6, '[11 0 R 12 0 R]'),
      part('TR', 10, '[13 0 R]'),
      part('TR', 10, '[14 0 R]'),
      part('TH', 11, '3'),
      part('TD', 12, '4'),
      '<< /Nums [0 [7 0 R 8 0 R 9 0 R 13 0 R 14 0 R]] >>',
    ]),
  );
  await openBook(page, context, request, file);
  const sheet = page.locator('.page[data-page-number="1"]');
  await expect(sheet.locator('.structTree')).toBeAttached();
  // The accessibility tree in order, with the words of each element.
  const told = () =>
    sheet.locator('.structTree').evaluate((tree) =>
      [...tree.querySelectorAll('[role]')].flatMap((part) => {
        const role = `${part.getAttribute('role')}${part.getAttribute('aria-level') ?? ''}`;
        const owned = (part.getAttribute('aria-owns') ?? '').split(' ');
        const words = owned.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
        return part.hasAttribute('aria-label') ? [] : [`${role} ${words}`.trim()];
      }),
    );
  await expect
    .poll(told)
    .toEqual([
      'heading1 The heading',
      'paragraph Words below the heading',
      'table',
      'row',
      'columnheader Animal',
      'row',
      'cell Whale',
    ]);
  await expect(sheet.locator('[aria-label="A gray square"]')).toHaveCount(1);
});
