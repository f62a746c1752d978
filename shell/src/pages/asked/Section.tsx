import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Banner } from '@lectern/shared-ui/Banner.tsx';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { Card } from '@lectern/shared-ui/Card.tsx';
import { Skeleton } from '@lectern/shared-ui/Skeleton.tsx';
import type { ReactNode } from 'react';
import type { Asked } from './useAsked.ts';

export interface SectionProps<T> {
  title: string;
  asked: Asked<T>;
  actions?: ReactNode;
  children: (value: T) => ReactNode;
}

/** A part of the page with an answer of its own: it loads, and fails, alone. */
export function Section<T>({ title, asked, actions, children }: SectionProps<T>) {
  return (
    <Card title={title} actions={actions}>
      <Answer asked={asked}>{children}</Answer>
    </Card>
  );
}

/** What was asked for, or that it is on its way, or why it did not come. */
export function Answer<T>({ asked, children }: Pick<SectionProps<T>, 'asked' | 'children'>) {
  const t = useTranslate();
  const { value, error, again } = asked;
  return (
    <>
      {error ? (
        <Banner
          tone="danger"
          message={t(error.message)}
          action={
            <Button size="small" onClick={again}>
              {t('Try Again')}
            </Button>
          }
        />
      ) : null}
      {value === null && error === null ? (
        <div role="status" aria-busy="true" aria-label={t('Loading…')}>
          <Skeleton shape="block" />
        </div>
      ) : null}
      {value === null ? null : children(value)}
    </>
  );
}
