import type { FederatedProps } from '@lectern/shared-contracts/contract/host.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { useShell } from '../host/shell.ts';
import type { PlacedWidget } from '../routes/routeTypes.ts';
import { RemoteSlot } from './RemoteSlot.tsx';

/** The widgets that remotes bring for a slot, in their order. */
export function useWidgets(slot: string): readonly PlacedWidget[] {
  const { widgets } = useReadable(useShell().routes.table);
  return widgets.filter((widget) => widget.slot === slot);
}

export interface SlotProps {
  name: string;
  /** What each widget is given. */
  props?: FederatedProps['slot'];
}

/** A place on a page that widgets of remotes fill, each in a boundary of its own. */
export function Slot({ name, props }: SlotProps) {
  const widgets = useWidgets(name);
  return widgets.map((widget) => (
    <RemoteSlot key={`${widget.remote}/${widget.expose}`} widget={widget} slot={props} />
  ));
}
