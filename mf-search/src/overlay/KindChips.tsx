import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Chip } from '@lectern/shared-ui/Chip.tsx';
import { ChipGroup } from '@lectern/shared-ui/ChipGroup.tsx';
import { media, space } from '@lectern/shared-ui/tokens.ts';
import { memo } from 'react';
import { styled } from 'styled-components';
import type { Kinds } from '../results/searchShelf.ts';

export interface KindChipsProps {
  kinds: Kinds;
  onChange: (kinds: Kinds) => void;
}

/** Filter chips for the kinds of results; all are on at first. */
export const KindChips = memo(function KindChips({ kinds, onChange }: KindChipsProps) {
  const t = useTranslate();
  const chips = [
    ['books', t('Books')],
    ['notes', t('Notes')],
    ['collections', t('Collections')],
  ] as const;
  return (
    <Row>
      <ChipGroup label={t('Search in')}>
        {chips.map(([kind, label]) => (
          <Chip
            key={kind}
            pressed={kinds[kind]}
            onChange={(pressed) => onChange({ ...kinds, [kind]: pressed })}
          >
            {label}
          </Chip>
        ))}
      </ChipGroup>
    </Row>
  );
});

const Row = styled.div`
  padding: ${space(3)} ${space(5)} ${space(2)};
  @media ${media.narrow} { padding-inline: ${space(4)}; }
`;
