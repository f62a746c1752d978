/** @jest-environment node */

import type { SettingDescription } from './remotes.ts';
import { fitsSetting } from './settings.ts';

const days: SettingDescription = { title: 'Days', type: 'number', default: 14, minimum: 1, maximum: 90 };
const greeting: SettingDescription = { title: 'Greeting', type: 'string', default: '', maxLength: 5 };
const order: SettingDescription = { title: 'Order', type: 'string', default: 'new', enum: ['new', 'old'] };
const open: SettingDescription = { title: 'Open', type: 'boolean', default: false };

test.each<[SettingDescription, unknown, boolean]>([
  [days, 1, true],
  [days, 90, true],
  [days, 0, false],
  [days, 91, false],
  [days, Number.NaN, false],
  [days, '14', false],
  [greeting, 'Hello', true],
  [greeting, 'Hello!', false],
  [greeting, null, false],
  [order, 'old', true],
  [order, 'best', false],
  [open, true, true],
  [open, 'true', false],
])('%j takes %j: %j', (declared, value, expected) => {
  expect(fitsSetting(declared, value)).toBe(expected);
});
