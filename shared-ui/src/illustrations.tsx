import type { ReactNode } from 'react';
import { color } from './tokens.ts';

/** Decorative illustrations. The folder `illustrations` has the others: a page contains only those that it shows. */
export function Drawing({ children }: { children: ReactNode }) {
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

export const wash = { fill: color.accentSoft, stroke: 'none' };
export const thin = { strokeWidth: 1 };

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
