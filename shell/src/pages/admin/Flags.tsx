import type { FlagRule } from '@lectern/shared-contracts/api/remotes.ts';
import { runInBackground } from '@lectern/shared-contracts/contract/runInBackground.ts';
import { useHost, useReadable, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Select } from '@lectern/shared-ui/Select.tsx';
import { Stack } from '@lectern/shared-ui/Stack.tsx';
import { useShell } from '../../host/shell.ts';
import { useFormats } from '../../services/i18n/formats.ts';
import { QuerySection, useUncachedQuery } from '../query/QuerySection.tsx';

/** Percentages offered in the select, in addition to any other current value. */
const shares = [0.05, 0.25, 0.5];

const choiceOf = (rule: FlagRule | undefined): string =>
  rule?.on === 'share' ? `share ${rule.share}` : (rule?.on ?? 'nobody');

function ruleOf(flag: string, choice: string): FlagRule {
  const [on = 'nobody', share = '0'] = choice.split(' ');
  return { flag, on: on as FlagRule['on'], share: Number(share) };
}

/** The rollout of feature flags declared by remotes; changed without a deployment. */
export function Flags() {
  const t = useTranslate();
  const { api, notify } = useHost();
  const { percent } = useFormats();
  const contents = useReadable(useShell().registry.contents);
  const query = useUncachedQuery('GET /admin/flags', {});
  const declared = [...contents].flatMap(([remote, { flags }]) =>
    flags.map(({ key, title }) => ({ flag: `${remote}/${key}`, title })),
  );
  if (declared.length === 0) return null;

  const set = (rule: FlagRule) =>
    api
      .call('PUT /admin/flags', { body: rule })
      .then(query.refetch, () =>
        notify.show({ tone: 'danger', message: t('The flag could not be set. Please try again.') }),
      );

  return (
    <QuerySection title={t('Feature flags')} query={query}>
      {({ items }) => (
        <Stack>
          {declared.map(({ flag, title }) => {
            const choice = choiceOf(items.find((rule) => rule.flag === flag));
            const ofShares = [...new Set([...shares.map((share) => `share ${share}`), choice])].filter(
              (each) => each.startsWith('share '),
            );
            return (
              <Select
                key={flag}
                label={t(title)}
                hint={flag}
                value={choice}
                onChange={(value) => runInBackground(set(ruleOf(flag, value)))}
                options={[
                  { value: 'nobody', label: t('Off for everybody') },
                  { value: 'administrators', label: t('On for administrators') },
                  ...ofShares.map((each) => ({
                    value: each,
                    label: t('On for {{share}} of readers', {
                      share: percent(ruleOf(flag, each).share),
                    }),
                  })),
                  { value: 'everybody', label: t('On for everybody') },
                ]}
              />
            );
          })}
        </Stack>
      )}
    </QuerySection>
  );
}
