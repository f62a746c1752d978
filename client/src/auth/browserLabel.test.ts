/** @jest-environment node */

import { deviceName } from '@lectern/shared-contracts/domain/deviceName.ts';
import { createTestI18n } from '@lectern/shared-contracts/testing/testI18n.ts';
import { writerLabel } from './browserLabel.ts';

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox', 'Android'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['node', null, null],
  ['', null, null],
])('%s is %s on %s', (userAgent, browser, system) => {
  expect(deviceName(userAgent)).toEqual({ browser, system });
});

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.5.0', null],
  ['Kobo with Linux', 'Kobo with Linux'],
])('[N-07] what %s has changed was changed on %s', (device, label) => {
  expect(writerLabel(device, createTestI18n({}).translate('shell'))).toBe(label);
});
