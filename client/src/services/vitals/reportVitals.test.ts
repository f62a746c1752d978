/** @jest-environment node */

import { safeStorage } from '../../common/safeStorage.ts';
import { createConsent } from '../consent/consent.ts';
import type { OnVital } from './reportVitals.ts';
import { reportVitals } from './reportVitals.ts';

function setUp() {
  const consent = createConsent(
    safeStorage(() => {
      throw new Error('in memory');
    }),
  );
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
  const sent: { url: string; body: unknown }[] = [];
  const measuring: OnVital[] = [];
  reportVitals({
    root: '/v1',
    consent,
    route: '/read/:bookId',
    measure: (on) => {
      measuring.push(on);
    },
    page,
    send: async (url, init) => {
      sent.push({ url: String(url), body: JSON.parse(String(init?.body)) });
      return new Response(null, { status: 204 });
    },
  });
  const leave = () => {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { consent, sent, measuring, leave };
}

describe('web vitals', () => {
  it.each([
    ['before the reader has decided', null],
    ['without analytics', { analytics: false, marketing: true }],
  ])('[WV-01] %s nothing is measured and nothing is sent', (_, choice) => {
    const { consent, sent, measuring, leave } = setUp();
    if (choice) consent.save(choice);
    leave();
    expect(measuring).toEqual([]);
    expect(sent).toEqual([]);
  });

  it('[WV-01] with consent they are rated, and sent once when the page is left, without its URL', () => {
    const { consent, sent, measuring, leave } = setUp();
    consent.save({ analytics: true, marketing: false });
    measuring[0]?.('LCP', 2_600);
    measuring[0]?.('CLS', 0.05);
    measuring[0]?.('LCP', 4_100);
    leave();
    leave();
    expect(sent).toEqual([
      {
        url: '/v1/vitals',
        body: {
          consent: 'analytics',
          version: expect.any(String),
          route: '/read/:bookId',
          metrics: [
            { name: 'LCP', value: 4_100, rating: 'poor' },
            { name: 'CLS', value: 0.05, rating: 'good' },
          ],
        },
      },
    ]);
  });

  it('[WV-01] nothing is sent if consent is withdrawn before the page is left', () => {
    const { consent, sent, measuring, leave } = setUp();
    consent.save({ analytics: true, marketing: false });
    measuring[0]?.('FID', 10);
    consent.clear();
    leave();
    expect(sent).toEqual([]);
  });
});
