import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import type { Share } from './bookShares.ts';

/** Lying bars, each with its name and its number. The table says it in words. */
export function ShareBars({ shares }: { shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ count }) => count));
  return (
    <List aria-hidden>
      {shares.map(({ label, count }) => (
        <li key={label}>
          <span dir="auto">{label}</span>
          <i style={{ inlineSize: `${(count / most) * 100}%` }} />
          <b>{count}</b>
        </li>
      ))}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  gap: ${space(2.5)};
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(5rem, 8rem) minmax(0, 1fr) 2.5rem;
    align-items: center;
    gap: ${space(3)};
    font-size: ${type.small};
  }
  & span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & i { min-inline-size: 2px; block-size: 0.875rem; border-radius: 2px ${radius.cover} ${radius.cover} 2px; background: ${color.progress}; }
  & b { font-weight: 500; text-align: end; font-variant-numeric: tabular-nums; }
`;
