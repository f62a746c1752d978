import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { configure } from '@testing-library/react';
import './setup-node.ts';

// jsdom lacks these, browsers have had them for years.
Object.assign(globalThis, {
  TextEncoder,
  TextDecoder,
  structuredClone: globalThis.structuredClone ?? ((v: unknown) => JSON.parse(JSON.stringify(v))),
});

// jsdom has no pointer events: a mouse event with a pointer's id is enough for what components look at.
if (typeof window !== 'undefined' && !('PointerEvent' in window)) {
  class PointerEvent extends MouseEvent {
    readonly pointerId: number;
    constructor(type: string, init: PointerEventInit = {}) {
      super(type, init);
      this.pointerId = init.pointerId ?? 1;
    }
  }
  Object.assign(window, { PointerEvent });
}

// As in setup-node.ts: what a test waits for may have to be compiled first.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no requests and answers: React Router reads address and signal of the one, status and headers of the other.
if (typeof window !== 'undefined' && !('Request' in window)) {
  class Request {
    readonly url: string;
    readonly method = 'GET';
    readonly headers = new Headers();
    readonly signal: AbortSignal | null;
    constructor(url: string | URL, { signal = null }: RequestInit = {}) {
      this.url = String(url);
      this.signal = signal;
    }
  }
  class Response {
    readonly body: unknown;
    readonly status: number;
    readonly statusText = '';
    readonly headers: Headers;
    constructor(body: unknown, { status = 200, headers }: ResponseInit = {}) {
      this.body = body;
      this.status = status;
      this.headers = new Headers(headers);
    }
  }
  Object.assign(window, { Request, Response });
}
