import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, font, measure, space } from '@lectern/shared-ui/tokens.ts';
import { VisuallyHidden } from '@lectern/shared-ui/VisuallyHidden.tsx';
import { styled } from 'styled-components';
import type { Area } from '../remotes/federation/failureText.ts';

/** Skeleton of a page, shown after a delay since most pages load faster. */
export function PageSkeleton({ area, slow }: { area: Area; slow: boolean }) {
  const t = useTranslate();
  return (
    <Shape aria-busy="true">
      <VisuallyHidden role="status">{t('Loading…')}</VisuallyHidden>
      {area === 'reader' ? <BookPage /> : area === 'library' ? <Shelf /> : <Lines />}
      {slow ? (
        <Slow role="status">{t('This is taking longer than usual. Everything else keeps working.')}</Slow>
      ) : null}
    </Shape>
  );
}

function Shelf() {
  return (
    <>
      <Skeleton shape="title" width="14rem" />
      <Covers>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key}>
            <Skeleton shape="cover" />
            <Skeleton shape="line" width="80%" />
          </div>
        ))}
      </Covers>
    </>
  );
}

function Lines() {
  return (
    <Column>
      <Skeleton shape="title" width="18rem" />
      <Skeleton shape="paragraph" lines={4} />
      <Skeleton shape="paragraph" lines={3} />
    </Column>
  );
}

function BookPage() {
  return (
    <Paper>
      <Skeleton shape="title" width="40%" />
      <Skeleton shape="paragraph" lines={9} />
      <Skeleton shape="paragraph" lines={7} />
    </Paper>
  );
}

const Shape = styled.div`
  animation: lectern-fade-in 240ms 150ms backwards;
`;

const Column = styled.div`
  display: grid;
  gap: ${space(6)};
  max-inline-size: ${measure};
`;

const Paper = styled(Column)`
  margin: max(8vh, ${space(12)}) auto;
  padding-inline: ${space(6)};
`;

const Covers = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(160px, 1fr));
  gap: ${space(6)};
  margin-block-start: ${space(6)};
  & > div { display: grid; gap: ${space(3)}; }
`;

const Slow = styled.p`
  margin-block-start: ${space(6)};
  color: ${color.textMuted};
  font-family: ${font.reading};
  text-align: center;
`;
