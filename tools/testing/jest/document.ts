import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
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
