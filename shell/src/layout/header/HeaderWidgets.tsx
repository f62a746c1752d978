import { media } from '@lectern/shared-ui/tokens.ts';
import { useMediaQuery } from '@lectern/shared-ui/useMediaQuery.ts';
import { useState } from 'react';
import { Slot } from '../../boundaries/Slot.tsx';
import { useWhenPageIdle } from '../../host/useWhenPageIdle.ts';

/** Widgets of remotes in the header: loaded after the first page, in wide windows, and not with Save-Data. */
export function HeaderWidgets() {
  const narrow = useMediaQuery(media.narrow);
  const [isDue, setDue] = useState(false);
  useWhenPageIdle(() => setDue(true));
  return isDue && !narrow ? <Slot name="header" /> : null;
}
