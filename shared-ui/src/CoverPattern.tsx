import type { ReactNode } from 'react';
import { useId } from 'react';
import type { CoverPatternName } from './coverDesign.ts';

export interface CoverPatternProps {
  pattern: CoverPatternName;
  ink: string;
  /** Tile size in percent of the cover's width. */
  tile: number;
}

/** Patterns on seamless tiles of 20 by 20. */
const tiles: Record<CoverPatternName, ReactNode> = {
  lattice: (
    <>
      <path d="M0 10 10 0l10 10-10 10z" />
      <path d="m7 10 3-3 3 3-3 3z" fill="currentColor" stroke="none" />
    </>
  ),
  scales: (
    <path d="M0 10a10 10 0 0 1 20 0M3.5 10a6.5 6.5 0 0 1 13 0M-10 20a10 10 0 0 1 20 0M10 20a10 10 0 0 1 20 0M-6.5 20a6.5 6.5 0 0 1 13 0M13.5 20a6.5 6.5 0 0 1 13 0" />
  ),
  leaves: (
    <>
      <path d="M10 20V0" />
      <path
        d="M10 9c-5 0-7-3-7.5-7.5C7 2 10 4 10 9zM10 9c5 0 7-3 7.500-7.5C13 2 10 4 10 9zM10 19c-5 0-7-3-7.5-7.5C7 12 10 14 10 19zM10 19c5 0 7-3 7.500-7.5C13 12 10 14 10 19z"
        fill="currentColor"
        fillOpacity="0.35"
      />
    </>
  ),
  seeds: (
    <g fill="currentColor" stroke="none">
      <ellipse cx="5" cy="5" rx="1.4" ry="3.4" transform="rotate(45 5 5)" />
      <ellipse cx="15" cy="15" rx="1.4" ry="3.4" transform="rotate(45 15 15)" />
      <ellipse cx="15" cy="5" rx="1.4" ry="3.4" transform="rotate(-45 15 5)" />
      <ellipse cx="5" cy="15" rx="1.4" ry="3.4" transform="rotate(-45 5 15)" />
      <circle cx="10" cy="10" r="0.9" />
      <path d="M0-.9a.9.9 0 0 1 .9.9.9.9 0 0 1-1.800 0A.9.9 0 0 1 0-.9z" />
    </g>
  ),
  waves: <path d="M0 4c5-6 5 6 10 0s5 6 10 0M0 10c5-6 5 6 10 0s5 6 10 0M0 16c5-6 5 6 10 0s5 6 10 0" />,
  arches: (
    <path d="M1 20V10a9 9 0 0 1 18 0v10M5 20V10.500a5 5 0 0 1 10 0V20M9 20v-9a1 1 0 0 1 2 0v9M0 0h20" />
  ),
  stars: (
    <>
      <path
        d="M10 3.500 11.600 8.400 16.500 10l-4.900 1.600L10 16.500l-1.600-4.900L3.500 10l4.900-1.600z"
        fill="currentColor"
        fillOpacity="0.5"
      />
      <path d="M0-2v4M-2 0h4M20-2v4M18 0h4M0 18v4M-2 20h4M20 18v4M18 20h4" />
    </>
  ),
  rules: <path d="M2.500 0v20M5 0v20M12.500 0v20M15 0v20" />,
};

/** A pattern that fills its container. */
export function CoverPattern({ pattern, ink, tile }: CoverPatternProps) {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      width="100%"
      height="100%"
      viewBox="0 0 100 150"
      preserveAspectRatio="xMidYMid slice"
      style={{ color: ink }}
    >
      <defs>
        <pattern
          id={id}
          width="20"
          height="20"
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${tile / 20})`}
        >
          <g fill="none" stroke="currentColor" strokeWidth="1.1" strokeLinecap="round" strokeLinejoin="round">
            {tiles[pattern]}
          </g>
        </pattern>
      </defs>
      <rect width="100" height="150" fill={`url(#${id})`} />
    </svg>
  );
}
