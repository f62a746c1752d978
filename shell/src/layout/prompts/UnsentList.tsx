import type { UnsentCounts } from '@lectern/client/reader-data/unsent.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { space } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';

/** Unsent changes, counted by kind. */
export function UnsentList({ counts }: { counts: UnsentCounts }) {
  const t = useTranslate();
  const { notes, highlights, files, drafts, others } = counts;
  return (
    <List>
      {notes > 0 ? <li>{t('{{count}} note(s)', { count: notes })}</li> : null}
      {highlights > 0 ? <li>{t('{{count}} highlight(s)', { count: highlights })}</li> : null}
      {files > 0 ? <li>{t('{{count}} file(s) to upload', { count: files })}</li> : null}
      {drafts > 0 ? <li>{t('{{count}} text(s) not saved yet', { count: drafts })}</li> : null}
      {others > 0 ? <li>{t('{{count}} other change(s)', { count: others })}</li> : null}
    </List>
  );
}

const List = styled.ul`
  padding-inline-start: ${space(5)};
  line-height: 1.7;
`;
