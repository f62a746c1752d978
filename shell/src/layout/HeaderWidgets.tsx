import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useState } from 'react';
import { Slot } from '../boundaries/Slot.tsx';
import { useWhenPageIdle } from '../host/useWhenPageIdle.ts';

/** Widgets of remotes in the header: after the first page, where there is room, and not for a reader who saves data. */
export function HeaderWidgets() {
  const narrow = useMediaQuery(media.narrow);
  const [isDue, setDue] = useState(false);
  useWhenPageIdle(() => setDue(true));
  return isDue && !narrow ? <Slot name="header" /> : null;
}
