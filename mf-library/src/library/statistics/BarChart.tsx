import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

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

/** Room for a value above the longest bar. */
const valueRoom = '1.5rem';

/** Vertical bars with their values. The table has the same data. */
export function BarChart({ bars }: { bars: readonly ChartBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Bars aria-hidden>
      {bars.map(({ key, label, value, valueText, current }) => (
        <div key={key} data-current={current || undefined}>
          <span>{valueText}</span>
          {value > 0 ? <i style={{ flexBasis: `calc(${value / most} * (100% - ${valueRoom}))` }} /> : null}
          <b>{label}</b>
        </div>
      ))}
    </Bars>
  );
}

const Bars = styled.div`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  block-size: 11rem;
  /* The first label may be wider than its bar. */
  padding-inline: ${space(4)};
  margin-block-end: ${space(6.5)};
  border-block-end: 1px solid ${color.lineStrong};
  color: ${color.textMuted};
  font-size: ${type.caption};
  font-variant-numeric: tabular-nums;
  & > div { position: relative; display: flex; flex-direction: column; align-items: center; justify-content: end; min-block-size: 0; }
  & span, & b { flex: none; white-space: nowrap; }
  & i {
    flex-shrink: 0;
    inline-size: min(2.75rem, 84%);
    min-block-size: 3px;
    border-radius: 4px 4px 0 0;
    background: ${color.progress};
    forced-color-adjust: none;
  }
  & b { position: absolute; inset-block-start: calc(100% + ${space(1)}); font-weight: 400; }
  & > [data-current] > i { background: ${color.accent}; }
  & > [data-current] > b { color: ${color.text}; font-weight: 600; }
`;
