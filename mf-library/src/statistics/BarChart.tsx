import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

export interface ChartBar {
  key: string;
  /** Beneath the bar. */
  label: string;
  value: number;
  /** Above the bar; empty for none. */
  valueText: string;
  /** The bar of now. */
  current?: boolean;
}

/** Upright bars with their values on them: no axis to read off, no legend to decode. The table says it in words. */
export function BarChart({ bars }: { bars: readonly ChartBar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <Row aria-hidden>
      {bars.map(({ key, label, value, valueText, current }) => (
        <li key={key} data-current={current || undefined}>
          <Well>
            <span>{valueText}</span>
            <i style={{ blockSize: value > 0 ? `max(3px, calc((100% - 1.5rem) * ${value / most}))` : 0 }} />
          </Well>
          <small>{label}</small>
        </li>
      ))}
    </Row>
  );
}

const Row = styled.ul`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  padding: 0;
  list-style: none;
  & small { display: block; padding-block-start: ${space(2)}; color: ${color.textMuted}; text-align: center; overflow: hidden; }
  & [data-current] small { color: ${color.text}; font-weight: 600; }
  & [data-current] i { background: ${color.accent}; }
`;

const Well = styled.span`
  display: flex;
  flex-direction: column;
  justify-content: end;
  align-items: center;
  block-size: 11rem;
  padding-inline: 8%;
  border-block-end: 1px solid ${color.lineStrong};
  & > span {
    color: ${color.textMuted};
    font-size: ${type.caption};
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
    line-height: 1.5rem;
  }
  & > i {
    display: block;
    inline-size: min(100%, 2.75rem);
    border-start-start-radius: ${radius.cover};
    border-start-end-radius: ${radius.cover};
    background: ${color.progress};
  }
`;
