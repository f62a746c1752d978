import fc from 'fast-check';

const surrogates = 0x800;

/** Any code point but surrogates: as fast-check's unit 'binary', which takes a second to list all of them. */
export const codePoint = fc
  .nat({ max: 0x10_ffff - surrogates })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + surrogates));
