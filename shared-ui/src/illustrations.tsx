import type { ReactNode } from 'react';
import { color } from './tokens.ts';

/** Decorative illustrations. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 160 110"
      width="160"
      height="110"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

const wash = { fill: color.accentSoft, stroke: 'none' };
const thin = { strokeWidth: 1 };

/** Open book, for an empty library. */
export function OpenBook() {
  return (
    <Drawing>
      <path {...wash} d="M84 36c12-9 30-12 50-9v53c-19-3-37 0-50 9z" />
      <path d="M80 36c-13-10-32-13-54-9v54c21-3 40 0 54 10 14-10 33-13 54-10V27c-22-4-41-1-54 9z" />
      <path d="M80 36v55" />
      <path {...thin} d="M26 33l-8 2v54c24-3 46 0 62 9 16-9 38-12 62-9V35l-8-2" />
      <path
        {...thin}
        d="M36 41c12-1 24 1 34 7M36 51c12-1 24 1 34 7M36 61c12-1 24 1 34 7M36 71c8-1 15 0 22 3M90 48c10-6 22-8 34-7M90 58c10-6 22-8 34-7M90 68c8-5 17-7 26-7"
      />
      <path d="M108 25v27l5-5 5 5V25" fill={color.accentSoft} />
      <path {...thin} d="M58 14c3-4 0-6 2-9M70 16c2-3 0-5 1-7M46 15c2-3 0-4 1-6" />
    </Drawing>
  );
}

/** Shelf, for empty collections and filters without results. */
export function Shelf() {
  return (
    <Drawing>
      <path {...wash} d="M44 32h13v54H44z" />
      <path d="M14 86h132M18 92h124M22 92v9M138 92v9" />
      <path d="M28 38h12v48H28zM44 32h13v54H44zM61 44h10v42H61z" />
      <path d="m78 84 13-44 11 3-13 43" />
      <path
        {...thin}
        d="M28 46h12M28 78h12M47.500 42h6M47.500 46h6M50.500 56v18M61 52h10M61 56h10M87 53l11 3M84 64l11 3"
      />
      <path d="M118 86c-5 0-7-4-7-9v-5h18v5c0 5-2 9-7 9z" />
      <path {...thin} d="M120 72c0-9-2-14-7-19M120 72c0-12 1-20 7-27M120 66c3-6 7-8 11-8" />
      <path
        {...thin}
        d="M113 53c-5 0-8-2-9-6 5-1 8 1 9 6zM127 45c-3-4-3-8 0-12 3 4 3 8 0 12zM131 58c2-4 5-5 9-4-1 4-4 6-9 4z"
        fill={color.accentSoft}
      />
    </Drawing>
  );
}

/** Quill, for empty notes. */
export function Quill() {
  return (
    <Drawing>
      <path {...wash} d="M74 74c0-28 20-54 56-64-2 34-20 58-50 62z" />
      <path d="M74 74c-2-30 18-56 56-64 0 10-2 18-5 25l-9 1 6 6c-3 6-7 11-12 15l-9-1 4 6c-8 6-18 10-31 12z" />
      <path d="M62 96c6-14 20-42 48-68" />
      <path {...thin} d="M86 58l-1-14M94 48l0-13M102 40l2-12M90 60l13-1M98 50l14-2" />
      <path {...thin} d="M62 96c-10 4-18-6-27-1-7 4-12 2-17-1" />
      <path {...thin} d="M84 96h52M98 103h30" />
      <path d="M28 84c-5 0-8-4-8-9 0-4 2-7 5-8v-5h14v5c3 1 5 4 5 8 0 5-3 9-8 9z" />
      <path {...thin} d="M22 74c6 3 14-2 21 1" />
    </Drawing>
  );
}

/** Lamp; unlit for errors. */
export function Lamp({ lit = true }: { lit?: boolean }) {
  return (
    <Drawing>
      {lit ? <path {...wash} d="M57 48h46l30 46H27z" /> : null}
      <path d="M66 16h28l12 32H54z" fill={lit ? color.surface : 'none'} />
      <path d="M80 16V9M80 48v40M62 94c0-4 5-6 18-6s18 2 18 6z" />
      <path d="M14 94h132" />
      <path {...thin} d="M92 48v13M92 61a1.500 1.500 0 1 0 .1 0M70 16l-7 32M90 16l7 32" />
      <path d="M112 94v-7h26v7M115 87v-6h20v6" />
      <path {...thin} d="M118 90.500h8M120 84h6" />
      {lit ? (
        <path {...thin} d="M44 58l-6 9M52 62l-4 9M116 58l6 9M108 62l4 9" />
      ) : (
        <path {...thin} d="M66 58c-3 3 2 5-1 9M60 56c-2 2 1 4-1 6" />
      )}
    </Drawing>
  );
}

/** Compass, for search and missing pages. */
export function Compass() {
  return (
    <Drawing>
      <circle {...wash} cx="84" cy="60" r="36" />
      <circle cx="80" cy="56" r="40" />
      <circle {...thin} cx="80" cy="56" r="34" />
      <path d="m96 40-10 22-22 10 10-22z" />
      <path d="m96 40-10 22-12-12z" fill="currentColor" />
      <path {...thin} d="M80 22v6M80 84v6M46 56h6M108 56h6M56 32l3 3M104 80l-3-3M104 32l-3 3M56 80l3-3" />
      <path {...thin} d="M18 102c12-5 20 3 32-1M112 101c12-4 20 3 30-1" />
    </Drawing>
  );
}
