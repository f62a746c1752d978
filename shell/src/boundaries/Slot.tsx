import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useShell } from '../host/shell.ts';
import type { PlacedWidget } from '../routes/routeTypes.ts';
import { type FailedLoad, LoadBoundary } from './LoadBoundary.tsx';

/** The widgets of remotes for a slot, in order. */
export function useWidgets(slot: string): readonly PlacedWidget[] {
  const { widgets } = useReadable(useShell().routes.table);
  return widgets.filter((widget) => widget.slot === slot);
}

export interface SlotProps {
  name: string;
  /** Props of each widget. */
  props?: FederatedProps['slot'];
}

/** Extension slot for widgets of remotes. A failed widget shows one line; the page around it stays. */
export function Slot({ name, props }: SlotProps) {
  const widgets = useWidgets(name);
  return widgets.map((widget) => (
    <LoadBoundary
      key={`${widget.remote}/${widget.expose}`}
      source={widget}
      slot={props}
      loading={() =>
        widget.height === undefined ? null : (
          <div aria-busy="true">
            <Skeleton shape="block" height={widget.height} />
          </div>
        )
      }
      failed={(load) => (widget.quiet ? null : <FailedWidget name={widget.name} load={load} />)}
    />
  ));
}

function FailedWidget({ name, load: { retriesExhausted, retry } }: { name: string; load: FailedLoad }) {
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
