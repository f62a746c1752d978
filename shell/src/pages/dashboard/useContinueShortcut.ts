import type { Book } from '@lectern/shared-contracts/api/books.ts';
import { useHost } from '@lectern/shared-contracts/react/hooks.ts';
import { useEffect } from 'react';

/**
 * Handles the 'Continue reading' shortcut of the installed app: opens the current book, or stays on the dashboard.
 */
export function useContinueShortcut(current: Book | null): void {
  const { navigation } = useHost();
  const id = current?.id;
  useEffect(() => {
    const { search } = navigation.location.get();
    if (id === undefined || !new URLSearchParams(search).has('continue')) return;
    navigation.go(`/read/${id}`, { replace: true });
  }, [id, navigation]);
}
