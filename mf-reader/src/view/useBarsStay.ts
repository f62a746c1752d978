import { useHost, useReadable } from '@lectern/shared-contracts/react/hooks.ts';

export const barsStayPreference = 'reader.bars_stay';

/** Whether the reader's bars do not hide. */
export function useBarsStay(): [boolean, (stay: boolean) => void] {
  const { preferences } = useHost();
  const stay = useReadable(preferences.watch(barsStayPreference, false)) === true;
  return [stay, (next) => preferences.set(barsStayPreference, next)];
}
