/**
 * A reverse proxy on loopback that simulates faults between a browser and its server. It also serves the fixture remote
 * `gives-host` at /outage, for tests that write like a remote does.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fromServer } from '../support/answers.ts';
import { fixture, fixtureFolder } from '../support/fixtures.ts';

/** What happens to each API request during the fault. */
export type Fault =
  /** The connection is closed before the server gets the request. */
  | 'cut before'
  /** The server applies the request; the connection is closed before its answer. */
  | 'cut after'
  | '502 page'
  | '503 page'
  | '429 page'
  /** With Retry-After: 30. */
  | '429 page with Retry-After'
  | '403 page'
  | '404 page'
  /** Only for bodies of more than 1,000 bytes; everything else passes. */
  | '413 page'
  /** To a sign-in page on another origin, until the reader has signed in there. */
  | '302 to a sign-in'
  /** To the address of the real server, which is another origin. */
  | '301 to another origin'
  /** Bodies of requests and answers pass at 2 KB/s. */
  | '2 KB/s'
  /** A captive portal: 200 with its own page, for everything. */
  | 'portal'
  /** 200 with JSON that is not from the server. */
  | 'foreign JSON'
  /** The request is accepted and never answered. */
  | 'stall'
  /** The server applies the request; its answer ends in the middle of the body. */
  | 'slow body';

export interface FaultyProxy {
  /** The address of the product for the browser. */
  origin: string;
  /**
   * Starts a fault; null ends it, and closes connections that were held back.
   * @param of 'site': for every path, not only those of the API
   */
  fail(fault: Fault | null, of?: 'API' | 'site'): void;
  /** From now on only this path leads to the server; everything else belongs to another app. Null: all but /wiki. */
  below(path: string | null): void;
  /** API requests affected by a fault since `fail`. */
  met(): number;
  stop(): Promise<void>;
}

const page = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;

const pages: Partial<
  Record<Fault, { status: number; type?: string; body?: string; headers?: Record<string, string> }>
> = {
  '502 page': { status: 502 },
  '503 page': { status: 503 },
  '429 page': { status: 429 },
  '429 page with Retry-After': { status: 429, headers: { 'retry-after': '30' } },
  '403 page': { status: 403 },
  '413 page': { status: 413 },
  '404 page': { status: 404 },
  portal: { status: 200, body: page('Welcome to our network') },
  'foreign JSON': { status: 200, type: 'application/json', body: '{"items":[],"total":0}' },
};

const remote = 'mf-gives-host';

/** Requests that a fault lets through. */
const passes: Partial<Record<Fault, (asked: IncomingMessage) => boolean>> = {
  '2 KB/s': () => true,
  '413 page': ({ headers }) => Number(headers['content-length'] ?? 0) <= 1_000,
  '302 to a sign-in': ({ headers }) => /gate=1/.test(headers.cookie ?? ''),
};

/** Passes 200 bytes each tenth of a second. */
function slowly(from: Readable, to: Writable): void {
  let waiting = Buffer.alloc(0);
  from.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
  });
  const timer = setInterval(() => {
    if (waiting.length > 0) to.write(waiting.subarray(0, 200));
    waiting = waiting.subarray(200);
    if (waiting.length > 0 || !from.readableEnded) return;
    clearInterval(timer);
    to.end();
  }, 100);
  to.on('close', () => clearInterval(timer));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** @param target origin of the real server */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const description = fixture('gives-host', remote);
  // Addressed like deployed remotes: the service worker recognizes a version's files by it.
  const remoteBase = `/remotes/${remote}/${description.version}/`;
  let fault: Fault | null = null;
  let scope: 'API' | 'site' = 'API';
  let below: string | null = null;
  let met = 0;
  const held = new Set<ServerResponse>();

  function forward(
    asked: IncomingMessage,
    answer: ServerResponse,
    onAnswer: (come: IncomingMessage) => void,
  ) {
    const onward = request(
      { hostname, port, method: asked.method, path: asked.url, headers: asked.headers },
      onAnswer,
    );
    onward.on('error', () => answer.destroy());
    asked.on('error', () => onward.destroy());
    if (fault === '2 KB/s') slowly(asked, onward);
    else asked.pipe(onward);
  }

  function fail(kind: Fault, asked: IncomingMessage, answer: ServerResponse): void {
    met += 1;
    const foreign = pages[kind];
    if (foreign) {
      asked.resume();
      const { status, type = 'text/html; charset=utf-8', body = page(`Error ${status}`), headers } = foreign;
      answer.writeHead(status, { 'content-type': type, ...headers });
      answer.end(body);
    } else if (kind === '302 to a sign-in' || kind === '301 to another origin') {
      asked.resume();
      const isMove = kind === '301 to another origin';
      const back = encodeURIComponent(`${origin}${asked.url}`);
      const location = isMove ? `${target}${asked.url}` : `${signIn}/?rd=${back}`;
      answer.writeHead(isMove ? 301 : 302, { location, 'content-type': 'text/html' });
      answer.end(page('Moved'));
    } else if (kind === 'cut before') asked.socket.destroy();
    else if (kind === 'stall') {
      asked.resume();
      held.add(answer);
    } else if (kind === 'cut after') {
      forward(asked, answer, (come) => come.resume().on('end', () => asked.socket.destroy()));
    } else {
      forward(asked, answer, (come) => {
        const { 'content-length': _, ...headers } = come.headers;
        answer.writeHead(come.statusCode ?? 502, headers);
        come.once('data', (chunk: Buffer) => answer.write(chunk.subarray(0, Math.ceil(chunk.length / 2))));
        come.on('end', () => held.add(answer));
      });
    }
  }

  async function registry(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const come = await fetch(`${target}${asked.url}`);
    const known = await come.json();
    known.remotes[remote] = {
      current: {
        base: remoteBase,
        description: { ...description, pages: [{ path: '/outage', title: 'Outage', expose: 'NotesPage' }] },
      },
    };
    const {
      'content-length': _,
      'content-encoding': __,
      etag: ___,
      ...headers
    } = Object.fromEntries(come.headers);
    answer.writeHead(200, headers);
    answer.end(JSON.stringify(known));
  }

  const server = createServer((asked, answer) => {
    answer.on('error', () => {});
    const path = asked.url ?? '/';
    const isElsewhere = below === null ? path.startsWith('/wiki') : !path.startsWith(`${below}/`);
    if (isElsewhere) {
      answer.writeHead(path === '/wiki/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      return answer.end(page('Another app'));
    }
    const isSite = scope === 'site' || fault === 'portal';
    if (fault !== null && passes[fault]?.(asked) !== true && (path.startsWith('/v1/') || isSite))
      return fail(fault, asked, answer);
    if (path === '/remotes.json') {
      registry(asked, answer).catch(() => answer.destroy());
      return;
    }
    if (path.startsWith(remoteBase)) {
      const type = path.endsWith('.js') ? 'text/javascript' : 'application/json';
      answer.writeHead(200, { ...fromServer, 'content-type': type });
      answer.end(readFileSync(join(fixtureFolder('gives-host'), path.slice(remoteBase.length))));
      return;
    }
    forward(asked, answer, (come) => {
      answer.writeHead(come.statusCode ?? 502, come.headers);
      if (fault === '2 KB/s') slowly(come, answer);
      else come.pipe(answer);
    });
  });
  const gate = createServer((asked, answer) => {
    const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://gate');
    const back = searchParams.get('rd') ?? '';
    // Cookies are shared by all ports of a host.
    if (pathname === '/enter')
      return answer.writeHead(302, { location: back, 'set-cookie': 'gate=1; path=/' }).end();
    answer.writeHead(200, { 'content-type': 'text/html' });
    return answer.end(`${page('House sign-in')}<a href="/enter?rd=${encodeURIComponent(back)}">Enter</a>`);
  });
  const [origin, signIn] = await Promise.all([server, gate].map(listen));

  return {
    origin: origin ?? '',
    below(path) {
      below = path;
    },
    fail(next, of = 'API') {
      fault = next;
      scope = of;
      if (next !== null) met = 0;
      for (const answer of held) answer.destroy();
      held.clear();
    },
    met: () => met,
    stop: () =>
      new Promise((stopped) => {
        gate.close();
        gate.closeAllConnections();
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
