import type { PointInput, PointName } from '@lectern/shared-contracts/contract/points.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { Fragment } from 'react';
import { styled } from 'styled-components';
import { type FailedLoad, LoadBoundary } from '../../boundaries/LoadBoundary.tsx';
import type { PlacedFill } from '../../routes/routeTypes.ts';

interface FillsProps<P extends PointName> {
  point: P;
  /** What each fill gets. */
  input?: PointInput<P>;
}

/** All fills of a point of the shell, in order. */
export function Fills<P extends PointName>({ point, input }: FillsProps<P>) {
  const fills = useReadable(useHost().point(point));
  return fills.map((fill) => <Fragment key={fill.id}>{fill.render(input as PointInput<P>)}</Fragment>);
}

interface FillProps {
  fill: PlacedFill;
  input: unknown;
}

/** A component of a remote at a point. When it fails, it is one line; what is around it stays. */
export function Fill({ fill, input }: FillProps) {
  return (
    <LoadBoundary
      source={fill}
      input={input}
      loading={() =>
        fill.height === undefined ? null : (
          <div aria-busy="true">
            <Skeleton shape="block" height={fill.height} />
          </div>
        )
      }
      failed={(load) => (fill.quiet ? null : <FailedFill name={fill.name} load={load} />)}
    />
  );
}

function FailedFill({ name, load: { retriesExhausted, retry } }: { name: string; load: FailedLoad }) {
  const t = useTranslate();
  return (
    <Line role="status">
      <span>{t('{{name}} cannot be shown right now.', { name: t(name) })}</span>
      <Button size="small" variant="quiet" disabled={retriesExhausted} onClick={retry}>
        {retriesExhausted ? t('Max retries reached') : t('Try Again')}
      </Button>
    </Line>
  );
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  padding-block: ${space(3)};
  border-block-start: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${type.small};
`;
