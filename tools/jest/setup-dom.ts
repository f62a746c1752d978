import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';

// jsdom lacks these, browsers have had them for years.
Object.assign(globalThis, { TextEncoder, TextDecoder, structuredClone: globalThis.structuredClone ?? ((v: unknown) => JSON.parse(JSON.stringify(v))) });
