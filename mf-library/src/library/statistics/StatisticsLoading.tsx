import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { radius, space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

const facts = Array.from({ length: 10 }, (_, at) => `fact ${at}`);

/** Skeleton of the statistics. */
export function StatisticsLoading() {
  const t = useTranslate();
  return (
    <Shape role="status" aria-label={t('Loading…')}>
      <div>
        {facts.map((fact) => (
          <span key={fact}>
            <Skeleton shape="title" />
            <Skeleton shape="line" width="45%" />
          </span>
        ))}
      </div>
      <Skeleton shape="block" height="24rem" />
      <Skeleton shape="block" height="12rem" />
    </Shape>
  );
}

const Shape = styled.div`
  display: grid;
  align-content: start;
  gap: ${space(10)};
  /* As high as the window, so that the footer does not jump. */
  min-block-size: 100vh;
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(11rem, 42%), 1fr));
    gap: ${space(6)};
  }
  & > div > span { display: grid; gap: ${space(2)}; }
  & > span { border-radius: ${radius.sheet}; }
`;
