import { errorMessage } from '@lectern/shared-contracts/contract/hostError.ts';
import type { PointFill, PointInput, PointName } from '@lectern/shared-contracts/contract/points.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';

/** Runs what another part adds here; a failure is a message. */
export function useRunFill(): <P extends PointName>(fill: PointFill<P>, input: PointInput<P>) => void {
  const { notify } = useHost();
  const t = useTranslate();
  return (fill, input) =>
    runInBackground(
      fill.run(input).catch((error) => notify.show({ tone: 'warning', message: t(errorMessage(error)) })),
    );
}
