/** @jest-environment node */

import { withColorScheme } from './colorScheme.ts';

const [always, never] = ['(min-width: 0px)', '(max-width: -1px)'];

test.each([
  ['(prefers-color-scheme: dark)', never, always],
  ['(prefers-color-scheme: light)', always, never],
  ['all and ( PREFERS-COLOR-SCHEME:DARK )', `all and ${never}`, `all and ${always}`],
  [
    'screen and (prefers-color-scheme: dark) and (min-width: 40em), print',
    `screen and ${never} and (min-width: 40em), print`,
    `screen and ${always} and (min-width: 40em), print`,
  ],
  ['not all and (prefers-color-scheme: dark)', `not all and ${never}`, `not all and ${always}`],
  ['(prefers-color-scheme)', '(prefers-color-scheme)', '(prefers-color-scheme)'],
  [
    '(prefers-reduced-motion: reduce)',
    '(prefers-reduced-motion: reduce)',
    '(prefers-reduced-motion: reduce)',
  ],
])('[E-04] %s on a light and on a dark page', (query, light, dark) => {
  expect(withColorScheme(query, 'light')).toBe(light);
  expect(withColorScheme(query, 'dark')).toBe(dark);
});
