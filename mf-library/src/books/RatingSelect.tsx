import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';

interface RatingSelectProps {
  /** Stars, 1-5. */
  rating: number | null;
  onRating: (rating: number | null) => void;
}

/** The rating of a book or a reading, in a form. */
export function RatingSelect({ rating, onRating }: RatingSelectProps) {
  const t = useTranslate();
  return (
    <Select
      label={t('Your rating')}
      value={String(rating ?? '')}
      onChange={(value) => onRating(value === '' ? null : Number(value))}
      options={[
        { value: '', label: t('Not rated') },
        ...[1, 2, 3, 4, 5].map((count) => ({
          value: String(count),
          label: t('{{count}} of 5 stars', { count }),
        })),
      ]}
    />
  );
}
