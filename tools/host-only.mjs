/**
 * A remote never uses the network, storage or the address bar directly, only through the Host, so that it can run and
 * be tested with another Host and works offline. This check finds violations.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteNames, root } from './lib/paths.mjs';
import { filesBelow } from './lib/registry/publish.mjs';

const forbidden = [
  [/(?<![\w.])(?:window\.|globalThis\.)?fetch\(/, 'fetch: use host.api or host.data'],
  [/\b(?:localStorage|sessionStorage)\b/, 'web storage: use host.preferences'],
  [/\bindexedDB\b/, 'IndexedDB: use host.data and host.sync'],
  [/(?<![\w.])(?:window\.|document\.|globalThis\.)location\b/, 'location: use host.navigation'],
  [/\bnew (?:XMLHttpRequest|WebSocket|EventSource)\b/, 'own connections: use host.api'],
  [/\bdangerouslySetInnerHTML\b(?!.*sanitised)/, 'markup from outside: sanitise it, and say so on that line'],
];

const complaints = remoteNames().flatMap((remote) =>
  filesBelow(join(root, remote, 'src'))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .flatMap((file) =>
      readFileSync(join(root, remote, 'src', file), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(\*|\/\/|\/\*)/.test(line)
            ? []
            : forbidden
                .filter(([pattern]) => pattern.test(line))
                .map(([, what]) => `${remote}/src/${file}:${index + 1}  ${what}`),
        ),
    ),
);

for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length > 0 ? 1 : 0);
