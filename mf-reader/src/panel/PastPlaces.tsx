import type { PastPlace } from '@lectern/shared-contracts/api/books.ts';
import { useData, useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { PassageItem, PassageList } from '../annotations/PassageList.tsx';

export interface PastPlacesProps {
  bookId: string;
  onOpen: (place: PastPlace) => void;
}

/** Past positions of this user, to return to. */
export function PastPlaces({ bookId, onOpen }: PastPlacesProps) {
  const t = useTranslate();
  const { i18n } = useHost();
  const language = useReadable(i18n.language);
  const places = useData('GET /books/:id/places', { params: { id: bookId } });
  if (places.status !== 'ready' || places.value.items.length === 0) return null;
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
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
            onOpen={() => onOpen(place)}
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
