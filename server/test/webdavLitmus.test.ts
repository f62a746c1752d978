import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { addDevice } from './support/devices.ts';
import { startServer } from './support/server.ts';

/** Debian's location of litmus, a test suite for WebDAV servers. */
const programs = '/usr/libexec/litmus';
const skip = existsSync(programs) ? false : 'litmus is not installed here (apt-get install litmus)';

test('litmus passes on the folder for devices', { skip }, async (context) => {
  const server = await startServer({ config: { requestsPerMinute: 1_000_000 } });
  context.after(() => server.stop());
  const { password } = await addDevice(await server.reader(), { scopes: ['write'] });
  const account = [`${server.origin}/dav/`, password.username, password.secret];
  for (const name of ['basic', 'copymove', 'props', 'locks', 'http']) {
    const htdocs = '--htdocs=/usr/share/litmus/htdocs';
    const { stdout } = await promisify(execFile)(`${programs}/${name}`, [htdocs, ...account], {
      cwd: server.config.dataDir,
    });
    assert.match(stdout, / 0 failed/, stdout.replaceAll('\r', '\n'));
  }
});
