import { clearOverrides } from '@lectern/client/registry/overrides.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { Button } from '@lectern/shared-ui/Button.tsx';
import { color, layer, radius, shadow, space, type } from '@lectern/shared-ui/tokens.ts';
import { styled } from 'styled-components';
import { useLoaded } from '../../boundaries/useLoaded.ts';
import { useShell } from '../../host/shell.ts';

/** Badge on every page that lists the active overrides, with a button that resets them. */
export function OverrideBadge({ storage = window.localStorage }: { storage?: Pick<Storage, 'removeItem'> }) {
  const t = useTranslate();
  const { registry, reload } = useShell();
  const { overridden: names = [] } = useLoaded(
    () => registry.load(),
    {} as { overridden?: readonly string[] },
    [registry],
  );
  if (names.length === 0) return null;
  const versions = names.filter((name) => name.includes('@')).join(', ');
  const own = names.filter((name) => !name.includes('@')).join(', ');
  const goBack = () => {
    clearOverrides(storage);
    reload();
  };
  return (
    <Badge role="status">
      {own === '' ? null : <span>{t('From this machine: {{names}}', { names: own })}</span>}
      {versions === '' ? null : <span>{t('Other versions: {{names}}', { names: versions })}</span>}
      <Button size="small" onClick={goBack}>
        {t('Back to the deployed version')}
      </Button>
    </Badge>
  );
}

const Badge = styled.div`
  position: fixed;
  inset-block-end: ${space(4)};
  inset-inline-start: 50%;
  z-index: ${layer.overlay};
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  inline-size: max-content;
  max-inline-size: calc(100vw - 2rem);
  padding: ${space(2)} ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.sheet};
  background: ${color.surfaceRaised};
  box-shadow: ${shadow.float};
  font-size: ${type.small};
  translate: -50%;
  [dir='rtl'] & { translate: 50%; }
`;
