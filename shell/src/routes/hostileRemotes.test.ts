/** @jest-environment node */

import { type RemoteContents, remoteContent } from '@lectern/client/registry/remoteContent.ts';
import { createWritable } from '@lectern/shared-contracts/contract/readable.ts';
import { hostileRemotes, taken } from '@lectern/shared-contracts/testing/hostileRemotes.ts';
import { crumbsOf } from '../router/RootRoute.tsx';
import { createRoutes } from '../router/routeTable.ts';

const sound = { path: '/lending/sound', expose: 'SoundPage', title: 'Sound' };

/** The shell's result for a remote.json together with that of another remote, and what it reports. */
function shown(content: Record<string, unknown>) {
  const other = remoteContent({ pages: [{ path: taken.remote, expose: 'ReturnPage', title: 'Return' }] });
  // A valid page is kept, whatever else the file contains.
  const pages = Array.isArray(content.pages) ? [...content.pages, sound] : (content.pages ?? [sound]);
  const described = remoteContent({ ...content, pages });
  const contents: RemoteContents = new Map([
    ['mf-other', other],
    ['mf-lending', described],
  ]);
  const reports: string[] = [];
  const routes = createRoutes(
    { contents: createWritable(contents), described: async () => undefined },
    ({ remote, path }) => reports.push(`${remote} ${path}`),
    (remote, problems) => reports.push(...problems.map((problem) => `${remote} ${problem}`)),
  );
  return { reports, described, ...routes.table.get() };
}

describe('[T-13] an invalid remote.json', () => {
  it.each(hostileRemotes)('with $what: that part is omitted and reported', ({ content, place, takes }) => {
    const { reports, described, routes } = shown(content);
    const [list = '', index] = place.split(/[[\]]/);
    if (takes) expect(reports).toEqual([`mf-lending ${takes}`]);
    else {
      expect(reports.length).toBeGreaterThan(0);
      for (const report of reports) expect(report).toMatch(/^mf-lending /);
      expect(
        reports.some(
          (report) => report.startsWith(`mf-lending ${place}`) || report.startsWith(`mf-lending ${list}[`),
        ),
      ).toBe(true);
    }
    const kept = routes.filter(({ page }) => 'remote' in page && page.remote === 'mf-lending');
    if (list !== 'pages' || index !== undefined) expect(kept.map(({ path }) => path)).toContain(sound.path);
    for (const entry of kept) {
      expect(entry.title).toMatch(/^(Lending|Sound)$/);
      expect(crumbsOf(entry, routes, entry.title).filter(({ path }) => path === entry.path)).toHaveLength(1);
    }
    expect(described.commands.length).toBeLessThanOrEqual(40);
    expect(described.fills).toEqual([]);
    expect(described.actions).toEqual([]);
    expect(described.offlineReads).toEqual([]);
    expect(described.flags).toEqual([]);
  });
});
