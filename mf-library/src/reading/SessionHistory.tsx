import { useData, useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { useReadable } from '@lectern/shared-contracts/react/useReadable.ts';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { formatDuration } from '../statistics/formatDuration.ts';

/** Earlier versions of a corrected session. */
export function SessionHistory({ id }: { id: string }) {
  const t = useTranslate();
  const language = useReadable(useHost().i18n.language);
  const changes = useData('GET /reading/sessions/:id/changes', { params: { id } });
  if (changes.status !== 'ready' || changes.value.items.length === 0) return null;
  const when = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section>
      <Title>{t('What it was before')}</Title>
      <List role="list">
        {changes.value.items.map(({ id: change, before, changed_at }) => (
          <li key={change}>
            <span>
              {t('{{from}}, {{time}}', {
                from: when.format(new Date(before.started_at)),
                time: formatDuration(before.seconds, t),
              })}
            </span>
            <small>{t('until {{day}}', { day: when.format(new Date(changed_at)) })}</small>
          </li>
        ))}
      </List>
    </section>
  );
}

const Title = styled.h3`
  margin-block-end: ${space(1)};
  font-family: inherit;
  font-size: ${type.small};
  font-weight: 600;
`;

const List = styled.ul`
  padding: 0;
  list-style: none;
  font-size: ${type.small};
  font-variant-numeric: tabular-nums;
  & > li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 ${space(3)}; padding-block: ${space(1)}; }
  & small { color: ${color.textMuted}; }
`;
