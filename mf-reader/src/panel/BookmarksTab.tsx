import type { Locator } from '@lectern/shared-contracts/api/locator.ts';
import { momentStyle } from '@lectern/shared-contracts/domain/dateStyles.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { EmptyState } from '@lectern/shared-ui/EmptyState.tsx';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { PassageItem, PassageList } from '../annotations/PassageList.tsx';
import { useOpenedBook } from '../view/state/openedBook.ts';

interface PlacesProps {
  onOpen: (position: Locator) => void;
}

export function BookmarksTab({ onOpen }: PlacesProps) {
  const t = useTranslate();
  const { bookmarks } = useOpenedBook();
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
          onOpen={() => onOpen(bookmark.position ?? { page: bookmark.page })}
          onDelete={() => bookmarks.remove(bookmark)}
          deleteLabel={t('Remove bookmark')}
        />
      ))}
    </PassageList>
  );
}

/** Past positions of this user, to return to. */
export function PastPlaces({ onOpen }: PlacesProps) {
  const t = useTranslate();
  const bookId = useOpenedBook().manifest.book_id;
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const places = useData('GET /books/:id/places', { params: { id: bookId } });
  if (places.status !== 'ready' || places.value.items.length === 0) return null;
  const moment = new Intl.DateTimeFormat(language, momentStyle);
  return (
    <Section>
      <h3>{t('Where you were before')}</h3>
      <PassageList label={t('Where you were before')}>
        {places.value.items.map((place) => (
          <PassageItem
            key={place.id}
            quote={place.position?.quote?.exact}
            source={[
              t('Page {{page}}', { page: place.current_page }),
              place.device,
              moment.format(new Date(place.updated_at)),
            ]
              .filter(Boolean)
              .join(' · ')}
            onOpen={() => onOpen(place.position ?? { page: place.current_page })}
          />
        ))}
      </PassageList>
    </Section>
  );
}

const Section = styled.section`
  margin-block-start: ${space(6)};
  & > h3 {
    margin-block-end: ${space(2)};
    padding-inline-start: ${space(4)};
    font-size: ${type.small};
    font-weight: 600;
  }
`;
