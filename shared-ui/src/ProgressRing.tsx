import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { color, duration } from './tokens.ts';

export interface ProgressRingProps {
  /** Accessible name. */
  label: string;
  value: number;
  /** Default 100; larger values fill the ring. */
  max?: number;
  /** The value in words: '12 of 20 minutes'. */
  valueText?: string;
  /** Its diameter in pixels at the usual text size; 96 by default. */
  size?: number;
  /** Stroke width in pixels; a twelfth of the size by default. */
  stroke?: number;
  /** Content in the middle. */
  children?: ReactNode;
}

/** Progress as a ring. */
export function ProgressRing({
  label,
  value,
  max = 100,
  valueText,
  size = 96,
  stroke,
  children,
}: ProgressRingProps) {
  const width = stroke ?? Math.max(3, Math.round(size / 14));
  const r = (size - width) / 2;
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <Frame
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={valueText}
      style={{ inlineSize: `${size / 16}rem`, blockSize: `${size / 16}rem` }}
    >
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <circle cx={size / 2} cy={size / 2} r={r} fill="none" stroke={color.line} strokeWidth={width} />
        {share > 0 ? (
          <Arc
            cx={size / 2}
            cy={size / 2}
            r={r}
            fill="none"
            stroke={color.progress}
            strokeWidth={width}
            strokeLinecap="round"
            pathLength={1}
            strokeDasharray={`${share} 1`}
            transform={`rotate(-90 ${size / 2} ${size / 2})`}
          />
        ) : null}
      </svg>
      <Middle>{children}</Middle>
    </Frame>
  );
}

const Frame = styled.div`
  position: relative;
  flex: none;
`;

const Arc = styled.circle`
  transition: stroke-dasharray ${duration.slow};
`;

const Middle = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
  text-align: center;
  font-variant-numeric: tabular-nums;
`;
