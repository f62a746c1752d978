/**
 * A reverse proxy on loopback that simulates faults between a browser and its server. It also serves the fixture remote
 * `gives-host` at /outage, for tests that write like a remote does.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
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
  /** Starts a fault; null ends it, and closes connections that were held back. */
  fail(fault: Fault | null): void;
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
  '404 page': { status: 404 },
  portal: { status: 200, body: page('Welcome to our network') },
  'foreign JSON': { status: 200, type: 'application/json', body: '{"items":[],"total":0}' },
};

const remote = 'mf-gives-host';

/** @param target origin of the real server */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  const description = fixture('gives-host', remote);
  // Addressed like deployed remotes: the service worker recognizes a version's files by it.
  const remoteBase = `/remotes/${remote}/${description.version}/`;
  let fault: Fault | null = null;
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
    asked.pipe(onward);
  }

  function fail(kind: Fault, asked: IncomingMessage, answer: ServerResponse): void {
    met += 1;
    const foreign = pages[kind];
    if (foreign) {
      asked.resume();
      const { status, type = 'text/html; charset=utf-8', body = page(`Error ${status}`), headers } = foreign;
      answer.writeHead(status, { 'content-type': type, ...headers });
      answer.end(body);
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
        description: { ...description, routes: [{ path: '/outage', title: 'Outage', expose: 'NotesPage' }] },
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
    if (fault !== null && (path.startsWith('/v1/') || fault === 'portal')) return fail(fault, asked, answer);
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
      come.pipe(answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(next) {
      fault = next;
      if (next !== null) met = 0;
      for (const answer of held) answer.destroy();
      held.clear();
    },
    met: () => met,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}
