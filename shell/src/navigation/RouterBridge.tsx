import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useLayoutEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Navigation } from './navigation.ts';

/** Keeps the navigation of the Host and the router in step. Stands inside the router, draws nothing. */
export function RouterBridge({ navigation }: { navigation: Navigation }) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();

  useLayoutEffect(() => {
    navigation.connect((to, options) =>
      runInBackground(Promise.resolve(typeof to === 'number' ? navigate(to) : navigate(to, options))),
    );
  }, [navigation, navigate]);

  useLayoutEffect(() => {
    navigation.arrived({ pathname, search, hash, state });
  }, [navigation, pathname, search, hash, state]);

  return null;
}
