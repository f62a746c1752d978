import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { withoutStyleSheets } from '@lectern/shared-contracts/testing/computedStyles.ts';
import { configure } from '@testing-library/react';

// jsdom lacks APIs that browsers have had for years.
Object.assign(globalThis, {
  TextEncoder,
  TextDecoder,
  structuredClone: globalThis.structuredClone ?? ((v: unknown) => JSON.parse(JSON.stringify(v))),
});

// jsdom has no pointer events: a mouse event with a pointerId is enough for our components.
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

// As in setup-node.ts: code that a test waits for may have to be compiled first.
configure({ asyncUtilTimeout: 30_000 });

withoutStyleSheets();

// Styled Components adds each rule by itself. As text, jsdom would parse the whole sheet again for each.
Object.assign(globalThis, { SC_DISABLE_SPEEDY: false });

// jsdom has no Request and Response: React Router reads url and signal of a Request, status and headers of a Response.
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
