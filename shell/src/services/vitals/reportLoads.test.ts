/** @jest-environment node */

import type { LoadReport } from '../../remotes/federation/loader.ts';
import { createLoadReports } from './reportLoads.ts';

const shown: LoadReport = {
  id: 1,
  remote: 'mf-library',
  version: '1.0.0',
  expose: 'LibraryPage',
  milliseconds: 41.6,
  failure: null,
};
const failed: LoadReport = {
  ...shown,
  failure: { stage: 'entry', code: 'RUNTIME-008', remote: 'mf-library', cause: new Error('of a reader') },
};

function setUp(allowed: boolean) {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const sent: unknown[] = [];
  const report = createLoadReports({
    root: '/v1',
    consent: { allows: () => allowed },
    page,
    send: async (address, options) => {
      sent.push(address, JSON.parse(String(options?.body)));
      return new Response();
    },
  });
  const leave = () => {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { report, leave, sent };
}

describe('load times of remotes', () => {
  it('are sent once when the page is left, without error messages', () => {
    const { report, leave, sent } = setUp(true);
    report(shown);
    report(failed);
    leave();
    leave();
    expect(sent).toEqual([
      '/v1/remote-loads',
      {
        consent: 'analytics',
        shell: expect.any(String),
        loads: [
          { remote: 'mf-library', version: '1.0.0', expose: 'LibraryPage', milliseconds: 42, failed: null },
          {
            remote: 'mf-library',
            version: '1.0.0',
            expose: 'LibraryPage',
            milliseconds: 42,
            failed: { stage: 'entry', code: 'RUNTIME-008' },
          },
        ],
      },
    ]);
  });

  it('are not sent without consent', () => {
    const { report, leave, sent } = setUp(false);
    report(shown);
    leave();
    expect(sent).toEqual([]);
  });
});
