import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { remoteNames, root } from '../lib/paths.mjs';
import { sourcesOf } from '../lib/sources/texts.mjs';

const value = String.raw`(?:-?\$\{[^}]*\}|[\w.-]+)`;
/** A shorthand with four values: left and right do not follow the text direction. */
const fourSides = new RegExp(
  String.raw`(?:padding|margin|inset): ${value} (${value}) ${value} (${value})[; ]`,
  'g',
);

it('[L-16] [X-16] spacing beside text uses logical properties, not left and right', () => {
  const found = ['shell', 'shared-ui', ...remoteNames()].flatMap((workspace) =>
    sourcesOf(workspace).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(fourSides)]
        .filter(([, right, left]) => right !== left)
        .map(([style]) => `${file}: ${style}`),
    ),
  );
  assert.deepEqual(found, []);
});
