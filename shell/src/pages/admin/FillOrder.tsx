import type { ArrangedFill } from '@lectern/shared-contracts/api/remotes.ts';
import { useHost, useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { IconButton } from '@lectern/shared-ui/IconButton.tsx';
import { color, space, type } from '@lectern/shared-ui/tokens.ts';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { styled } from 'styled-components';
import { useAttempt } from '../forms/useForm.ts';

interface FillOrderProps {
  fills: readonly ArrangedFill[];
  /** Called when the order was changed. */
  onChange: () => void;
}

/** What parts add at each point, in order: moved, hidden and shown. */
export function FillOrder({ fills, onChange }: FillOrderProps) {
  const t = useTranslate();
  const { api } = useHost();
  const { busy, attempt } = useAttempt();
  const points = Map.groupBy(fills, ({ point }) => point);
  const save = (point: string, next: readonly ArrangedFill[]) =>
    attempt(async () => {
      const body = { point, fills: next.map(({ fill, hidden }) => ({ fill, hidden })) };
      await api.call('PUT /admin/fills', { body });
      onChange();
    });
  return (
    <details>
      <summary>{t('What parts add, and in which order')}</summary>
      {[...points].map(([point, here]) => (
        <Point key={point} aria-label={point}>
          <h3>{point}</h3>
          <ol>
            {here.map((one, at) => {
              const name = t(one.name);
              const swapWith = (other: number) =>
                save(point, here.with(at, here[other] as ArrangedFill).with(other, one));
              return (
                <li key={one.fill}>
                  <span>
                    {name} <small>{one.fill}</small>
                  </span>
                  <IconButton
                    label={t('Move {{name}} up', { name })}
                    icon={<ArrowUp />}
                    size="small"
                    disabled={busy || at === 0}
                    onClick={() => swapWith(at - 1)}
                  />
                  <IconButton
                    label={t('Move {{name}} down', { name })}
                    icon={<ArrowDown />}
                    size="small"
                    disabled={busy || at === here.length - 1}
                    onClick={() => swapWith(at + 1)}
                  />
                  <Button
                    size="small"
                    variant="quiet"
                    disabled={busy}
                    aria-label={one.hidden ? t('Show {{name}}', { name }) : t('Hide {{name}}', { name })}
                    onClick={() => save(point, here.with(at, { ...one, hidden: !one.hidden }))}
                  >
                    {one.hidden ? t('Show') : t('Hide')}
                  </Button>
                </li>
              );
            })}
          </ol>
        </Point>
      ))}
    </details>
  );
}

const Point = styled.section`
  margin-block-start: ${space(4)};
  & > h3 { font-size: ${type.small}; font-weight: 600; }
  & > ol { padding: 0; list-style: none; }
  & li { display: flex; align-items: center; gap: ${space(2)}; }
  & li > span { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
  & small { color: ${color.textMuted}; font-size: ${type.caption}; }
`;
