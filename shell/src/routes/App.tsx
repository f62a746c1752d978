import { useReadable, useSelected } from '@lectern/shared-contracts/react/useReadable.ts';
import { BrowserRouter } from 'react-router-dom';
import { CookieBanner } from '../consent/CookieBanner.tsx';
import { lazyPart } from '../federation/lazyPart.tsx';
import { useShell } from '../host/shell.ts';
import { FrameSkeleton } from '../layout/FrameSkeleton.tsx';
import { RouterBridge } from '../navigation/RouterBridge.tsx';
import { SnackbarHost } from '../notify/SnackbarHost.tsx';
import { UpdatePrompt } from '../pwa/UpdatePrompt.tsx';
import { CurrentPage } from './CurrentPage.tsx';
import { useAutoSession } from './useAutoSession.ts';
import { useNextAhead } from './useNextAhead.ts';

const AccountDeletedDialog = lazyPart(() =>
  import('../reader-data/AccountDeletedDialog.tsx').then((m) => m.AccountDeletedDialog),
);

/** The page of the address, in the frame of whoever is here; and beside it what lives longer than any page. */
export function App() {
  const { navigation, notify, updates, farewell } = useShell();
  const isGone = useSelected(farewell, (offer) => offer !== null);
  return (
    <BrowserRouter>
      <RouterBridge navigation={navigation} />
      <Place />
      <SnackbarHost notify={notify} />
      <UpdatePrompt updates={updates} />
      <CookieBanner />
      {isGone ? <AccountDeletedDialog /> : null}
    </BrowserRouter>
  );
}

function Place() {
  const { auth, reader, loadReader } = useShell();
  const user = useReadable(auth.user);
  const state = useReadable(reader);
  if (user === null) return <CurrentPage frame={({ page }) => page} />;
  if (state.status !== 'ready') {
    const failed = state.status === 'failed';
    return (
      <CurrentPage frame={({ bare }) => <FrameSkeleton bare={bare} onRetry={failed ? loadReader : null} />} />
    );
  }
  return (
    <>
      <state.Room user={user}>{(frame) => <CurrentPage frame={frame} />}</state.Room>
      <BesideThePage />
    </>
  );
}

/** What follows the reader from page to page and shows nothing. */
function BesideThePage() {
  useAutoSession();
  useNextAhead();
  return null;
}
