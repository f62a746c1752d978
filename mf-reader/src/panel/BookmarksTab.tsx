import type { Bookmark } from '@lectern/shared-contracts/api/annotations.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { PassageItem, PassageList } from '../annotations/PassageList.tsx';
import type { Bookmarks } from '../annotations/useBookmarks.ts';

export interface BookmarksTabProps {
  bookmarks: Bookmarks;
  onOpen: (bookmark: Bookmark) => void;
}

export function BookmarksTab({ bookmarks, onOpen }: BookmarksTabProps) {
  const t = useTranslate();
  if (bookmarks.items.length === 0)
    return (
      <EmptyState
        headingLevel={3}
        title={t('No bookmarks yet')}
        message={t('Tap the ribbon above a page to bookmark it.')}
      />
    );
  return (
    <PassageList label={t('Bookmarks')}>
      {bookmarks.items.map((bookmark) => (
        <PassageItem
          key={bookmark.id}
          quote={bookmark.position?.quote?.exact}
          source={[bookmark.label, t('Page {{page}}', { page: bookmark.page })].filter(Boolean).join(' · ')}
          onOpen={() => onOpen(bookmark)}
          onDelete={() => bookmarks.remove(bookmark)}
          deleteLabel={t('Remove bookmark')}
        />
      ))}
    </PassageList>
  );
}
