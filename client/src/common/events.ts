import type { LecternEventName, LecternEvents } from '@lectern/shared-contracts/contract/events.ts';
import type { HostEvents } from '@lectern/shared-contracts/contract/host.ts';

/** The events of the product, dispatched as CustomEvents on window for any listener. */
export function createEvents(target: EventTarget = window): HostEvents {
  return {
    emit<N extends LecternEventName>(name: N, detail: LecternEvents[N]) {
      target.dispatchEvent(new CustomEvent(name, { detail }));
    },
    on<N extends LecternEventName>(name: N, listener: (detail: LecternEvents[N]) => void) {
      const receive = (event: Event) => {
        if (event instanceof CustomEvent) listener(event.detail as LecternEvents[N]);
      };
      target.addEventListener(name, receive);
      return () => target.removeEventListener(name, receive);
    },
  };
}
