import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { useDirection } from '@lectern/shared-ui/useDirection.ts';
import { Group } from '@visx/group';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarRounded } from '@visx/shape';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { useElementWidth } from '../library/useElementWidth.ts';
import type { Share } from './bookShares.ts';

/** CSS pixels; `numbers` is the room for a count after the longest bar. */
const size = { row: 28, numbers: 44, least: 2, radius: 4 };

/** Lying bars, each with its name before and its number behind it. The table says it in words. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useElementWidth(frame, 320);
  const rtl = useDirection() === 'rtl';
  const long = scaleLinear({
    domain: [0, Math.max(1, ...shares.map(({ count }) => count))],
    range: [size.least, Math.max(size.least, width - size.numbers)],
  });
  const down = scaleBand({
    domain: shares.map(({ label }) => label),
    range: [0, shares.length * size.row],
    // Together as high as the lines of names beside them.
    paddingInner: 0.4,
    paddingOuter: 0.2,
  });
  return (
    <Columns aria-hidden>
      <ul>
        {shares.map(({ label }) => (
          <li key={label} dir="auto">
            {label}
          </li>
        ))}
      </ul>
      <div ref={frame}>
        <svg aria-hidden="true" width={width} height={shares.length * size.row}>
          {shares.map(({ label, count }) => (
            <Group key={label} top={down(label) ?? 0}>
              <BarRounded
                x={rtl ? width - long(count) : 0}
                y={0}
                width={long(count)}
                height={down.bandwidth()}
                radius={Math.min(size.radius, long(count))}
                right={!rtl}
                left={rtl}
              />
              <text x={rtl ? width - long(count) - 8 : long(count) + 8} y={down.bandwidth() / 2}>
                {count}
              </text>
            </Group>
          ))}
        </svg>
      </div>
    </Columns>
  );
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: fit-content(min(42%, 11rem)) minmax(0, 1fr);
  gap: ${space(3)};
  font-size: ${type.small};
  & > ul { padding: 0; list-style: none; min-inline-size: 0; }
  & li {
    block-size: ${size.row}px;
    line-height: ${size.row}px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > div { contain: inline-size; }
  & svg { display: block; }
  & path { fill: ${color.progress}; }
  & text { fill: ${color.text}; font-weight: 500; font-variant-numeric: tabular-nums; dominant-baseline: central; }
`;
