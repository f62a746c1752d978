import { color, type } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { useElementWidth } from '../books/useElementWidth.ts';

export interface ChartBar {
  key: string;
  /** Label below the bar. */
  label: string;
  value: number;
  /** Label above the bar; empty for none. */
  valueText: string;
  /** The current period. */
  current?: boolean;
}

/** CSS pixels. */
const size = { well: 176, values: 24, names: 26, widest: 44, least: 3, radius: 4 };

/** Last measured width in CSS pixels, the initial guess of the next chart. */
let usual = 480;

/** Vertical bars with their values. The table has the same data. */
export function BarChart({ bars }: { bars: readonly ChartBar[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, usual);
  useEffect(() => {
    usual = width;
  }, [width]);
  const across = scaleBand({
    domain: bars.map(({ key }) => key),
    range: useDirection() === 'rtl' ? [width, 0] : [0, width],
    padding: 0.16,
  });
  const high = scaleLinear({
    domain: [0, Math.max(1, ...bars.map(({ value }) => value))],
    range: [0, size.well - size.values],
  });
  const thick = Math.min(size.widest, across.bandwidth());
  return (
    <Frame ref={frame}>
      <svg aria-hidden="true" width={width} height={size.well + size.names}>
        {bars.map(({ key, label, value, valueText, current }) => {
          const height = value > 0 ? Math.max(size.least, high(value)) : 0;
          return (
            <Group
              key={key}
              left={(across(key) ?? 0) + across.bandwidth() / 2}
              top={size.well}
              data-current={current || undefined}
            >
              {height > 0 ? (
                <BarRounded
                  x={-thick / 2}
                  y={-height}
                  width={thick}
                  height={height}
                  radius={Math.min(size.radius, thick / 2, height)}
                  top
                />
              ) : null}
              <text y={-height - 8}>{valueText}</text>
              <text y={18} data-name>
                {label}
              </text>
            </Group>
          );
        })}
        <line x1={0} x2={width} y1={size.well} y2={size.well} />
      </svg>
    </Frame>
  );
}

const Frame = styled.div`
  min-inline-size: 0;
  /* The SVG's old width must not keep the container from shrinking. */
  contain: inline-size;
  & > svg { display: block; overflow: visible; }
  & text {
    fill: ${color.textMuted};
    font-size: ${type.caption};
    font-variant-numeric: tabular-nums;
    text-anchor: middle;
  }
  & path { fill: ${color.progress}; }
  & line { stroke: ${color.lineStrong}; }
  & [data-current] > path { fill: ${color.accent}; }
  & [data-current] > [data-name] { fill: ${color.text}; font-weight: 600; }
`;
