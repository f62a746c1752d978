import { useReadable } from '@lectern/shared-contracts/readable.ts';
import { useCallback, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { CookieBanner } from '../consent/CookieBanner.tsx';
import { useShell } from '../host/shell.ts';
import { Banners } from '../layout/Banners.tsx';
import { SearchOverlay } from '../layout/SearchOverlay.tsx';
import { useSearch } from '../layout/useSearch.ts';
import { RouterBridge } from '../navigation/RouterBridge.tsx';
import { SnackbarHost } from '../notify/SnackbarHost.tsx';
import { UpdatePrompt } from '../pwa/UpdatePrompt.tsx';
import { SessionWidget } from '../reading-session/SessionWidget.tsx';
import { Tour } from '../tour/Tour.tsx';
import { CurrentPage } from './CurrentPage.tsx';
import { useAutoSession } from './useAutoSession.ts';

/**
 * The page of the address, and beside it what lives longer than any page: the session widget, the messages, the
 * search. They are outside of the page's boundary, so a broken page stops none of them.
 */
export function App() {
  const { auth, navigation, notify, updates } = useShell();
  const user = useReadable(auth.user);
  const [touring, setTouring] = useState(false);
  const startTour = useCallback(() => setTouring(true), []);
  const endTour = useCallback(() => setTouring(false), []);
  const search = useSearch(user !== null);

  return (
    <BrowserRouter>
      <RouterBridge navigation={navigation} />
      <CurrentPage search={search} banner={<Banners />} onTour={startTour} />
      {user ? (
        <>
          <AutoSession />
          <SessionWidget />
          {search.wanted ? (
            <SearchOverlay open={search.isOpen} onClose={search.close} onFail={search.fail} />
          ) : null}
          {touring ? <Tour onEnd={endTour} /> : null}
        </>
      ) : null}
      <SnackbarHost notify={notify} />
      <UpdatePrompt updates={updates} />
      <CookieBanner />
    </BrowserRouter>
  );
}

function AutoSession() {
  useAutoSession();
  return null;
}
