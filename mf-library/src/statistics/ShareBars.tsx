import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { type CSSProperties, Fragment } from 'react';
import { styled } from 'styled-components';
import type { Share } from './bookShares.ts';

/** Horizontal bars with name and count. The table has the same data. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <Rows aria-hidden>
      {shares.map(({ label, count }) => (
        <Fragment key={label}>
          <span dir="auto">{label}</span>
          <b style={{ '--share': count / most } as CSSProperties}>{count}</b>
        </Fragment>
      ))}
    </Rows>
  );
}

const Rows = styled.div`
  display: grid;
  grid-template-columns: fit-content(min(42%, 11rem)) minmax(0, 1fr);
  grid-auto-rows: 28px;
  align-items: center;
  column-gap: ${space(3)};
  font-size: ${type.small};
  & > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & > b {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    /* Leaves space for the count after the longest bar. */
    &::before {
      content: '';
      flex: none;
      inline-size: max(2px, (100% - 44px) * var(--share));
      block-size: 17px;
      border-start-end-radius: 4px;
      border-end-end-radius: 4px;
      background: ${color.progress};
      forced-color-adjust: none;
    }
  }
`;
