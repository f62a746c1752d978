/** The proxy examples in deploy/, each in front of a real server if the program is installed. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { client } from './support/client.ts';
import { makeEpub } from './support/epub.ts';
import { openEventStream } from './support/eventStream.ts';
import { freePort } from './support/freePort.ts';
import { startServer, type TestServer } from './support/server.ts';

const example = (name: string) => readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const isInstalled = (program: string) => !spawnSync(program, ['-v'], { stdio: 'ignore' }).error;

interface Proxy {
  program: string;
  /**
   * Writes the example with the test's ports, and without its certificate.
   * @param below edits the example as docs/operators.md says for a base path
   * @returns arguments of the program
   */
  prepare(folder: string, port: number, lectern: string, below: (text: string) => string): Promise<string[]>;
  /** Replacement of a line by docs/operators.md, for a library at /books/. */
  below: readonly [line: string, instead: string];
}

const proxies: Proxy[] = [
  {
    program: 'nginx',
    below: ['location / {', 'location /books/ {'],
    async prepare(folder, port, lectern, below) {
      const [, secured = ''] = below(await example('nginx.conf')).split(/(?=server \{\n {2}listen 443)/);
      const server = secured
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/ {2}(http2|ssl_).*\n/g, '')
        // As behind TLS.
        .replace('$scheme', 'https')
        .replace('http://127.0.0.1:8080', lectern);
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
        .join('\n');
      await writeFile(
        join(folder, 'nginx.conf'),
        `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}}\n`,
      );
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
    },
  },
  {
    program: 'caddy',
    below: ['reverse_proxy 127.0.0.1', 'reverse_proxy /books/* 127.0.0.1'],
    async prepare(folder, port, lectern, below) {
      const site = below(await example('Caddyfile'))
        .replace('books.example.org {', `http://127.0.0.1:${port} {`)
        .replace('127.0.0.1:8080 {', `${lectern.replace('http://', '')} {`);
      await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`);
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
    },
  },
  {
    program: 'haproxy',
    below: ['default_backend lectern', 'use_backend lectern if { path_beg /books/ }'],
    async prepare(folder, port, lectern, below) {
      const text = below(await example('haproxy.cfg'))
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('server one 127.0.0.1:8081', `server one ${lectern.replace('http://', '')}`)
        .replace(/^ {2}server (two|three) .*\n/gm, '');
      await writeFile(join(folder, 'haproxy.cfg'), text);
      return ['-db', '-f', join(folder, 'haproxy.cfg')];
    },
  },
  {
    program: 'traefik',
    below: ['rule: Host(`books.example.org`)', 'rule: Host(`example.org`) && PathPrefix(`/books`)'],
    async prepare(folder, port, lectern, below) {
      const text = below(await example('traefik.yaml'))
        .replace(/Host\(`(books\.)?example\.org`\)/, 'Host(`127.0.0.1`)')
        .replace(/ {6}tls:\n.*\n/, '')
        .replace('http://127.0.0.1:8080', lectern);
      await writeFile(join(folder, 'traefik.yaml'), text);
      return [
        `--entryPoints.websecure.address=127.0.0.1:${port}`,
        `--providers.file.filename=${join(folder, 'traefik.yaml')}`,
      ];
    },
  },
];

/** Behind these, the test's library is not reached over TLS, and its cookies are not marked secure. */
const withoutTls = ['caddy', 'traefik'];

interface Running {
  /** URL of the proxy, with the base path. */
  address: string;
  stop(): Promise<void>;
}

/** Starts the proxy in front of a server, and waits for it. */
async function start({ program, prepare, below }: Proxy, server: TestServer): Promise<Running> {
  const { basePath } = server.config;
  const folder = await mkdtemp(join(tmpdir(), `lectern-${program}-`));
  const port = await freePort();
  const edited = (text: string) => {
    assert.ok(text.includes(below[0]), `deploy/ has no line with ${below[0]}`);
    return basePath === '' ? text : text.replace(...below);
  };
  const proxy: ChildProcess = spawn(program, await prepare(folder, port, server.origin, edited), {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, HOME: folder },
  });
  const address = `http://127.0.0.1:${port}${basePath}`;
  const answers = () =>
    fetch(`${address}/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (proxy.exitCode === null && !(await answers()));
  assert.equal(proxy.exitCode, null, `${program} has ended`);
  return {
    address,
    async stop() {
      // Some wait for open connections.
      proxy.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

for (const proxy of proxies)
  describe(`[O-07] behind ${proxy.program}, as in deploy/`, { skip: !isInstalled(proxy.program) }, () => {
    const { program } = proxy;
    let server: TestServer;
    let running: Running;
    let origin: string;

    before(async () => {
      server = await startServer({ config: { trustProxy: true } });
      running = await start(proxy, server);
      origin = running.address;
    });
    after(async () => {
      await running.stop();
      await server.stop();
    });

    test('the client address is the visitor’s, whatever the visitor sends', async () => {
      const admin = await server.reader('ada');
      await fetch(`${origin}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ email: 'ada@example.org', password: 'wrong password' }),
      });
      const { items } = await admin.call('GET /admin/security-events', {
        query: { kind: 'authn_login_fail' },
      });
      assert.equal(items[0]?.address, '127.0.0.1');
    });

    test('large books pass, responses are unchanged, and cookies are for TLS only', async () => {
      const reader = client(origin, '/v1');
      await reader.register({ email: 'bea@example.org', password: 'password of bea', name: 'bea' });
      const form = new FormData();
      const book = await makeEpub({ title: 'Large' });
      form.set('file', new File([new Uint8Array(book), new Uint8Array(6 * 1024 ** 2)], 'large.epub'));
      const answer = await fetch(`${origin}/v1/books`, {
        method: 'POST',
        headers: { authorization: `Bearer ${reader.token}` },
        body: form,
      });
      // Lectern reads it completely, whatever follows the archive.
      assert.notEqual(answer.status, 413);
      assert.ok(answer.headers.get('lectern-api'));
      if (!withoutTls.includes(program))
        assert.ok([...reader.cookies.keys()].some((name) => name.startsWith('__Host-')));
    });

    test('changes reach an open page at once, while its stream of events is open', async () => {
      const reader = await server.reader();
      const events = await openEventStream(reader, origin);
      assert.equal((await events.next())?.notes, 0);
      await reader.call('POST /notes', { body: { content: 'Whales.' } });
      assert.deepEqual(await events.next(), { notes: 1 });
      events.close();
    });

    test('below a base path a user signs up, and books have URLs there', async () => {
      const below = await startServer({ config: { trustProxy: true, basePath: '/books' } });
      const site = await start(proxy, below);
      try {
        const reader = client(site.address, '/v1');
        await reader.register({ email: 'cyd@example.org', password: 'password of cyd', name: 'cyd' });
        const form = new FormData();
        form.set('file', new File([new Uint8Array(await makeEpub())], 'small.epub'));
        const book = await (await reader.fetch('/v1/books', { method: 'POST', body: form })).json();
        assert.match(book.cover_url, /^\/books\/v1\/books\//);
        const cover = await fetch(new URL(book.cover_url, site.address));
        assert.equal(cover.headers.get('content-type'), 'image/webp');
      } finally {
        await site.stop();
        await below.stop();
      }
    });
  });
