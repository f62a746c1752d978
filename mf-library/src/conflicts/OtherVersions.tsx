import { useData } from '@lectern/shared-contracts/react/hooks.ts';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { itemsOf } from '../data/itemsOf.ts';
import { VersionChoice } from './VersionChoice.tsx';

/** Conflicts of one book or collection; renders nothing without any. */
export function OtherVersions({ of: thingId }: { of: string }) {
  const others = itemsOf(useData('GET /notes', {})).filter(({ twin_of }) => twin_of === thingId);
  if (others.length === 0) return null;
  return (
    <Stack gap={4}>
      {others.map((other) => (
        <VersionChoice key={other.id} other={other} />
      ))}
    </Stack>
  );
}
