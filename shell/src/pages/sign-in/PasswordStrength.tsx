import { passwordStrength } from '@lectern/client/auth/passwordStrength.ts';
import type { PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { useTranslate } from '@lectern/shared-contracts/react/hooks.ts';
import { color, radius, space, type } from '@lectern/shared-ui/tokens.ts';
import { useDeferredValue, useMemo } from 'react';
import { styled } from 'styled-components';

export interface PasswordStrengthProps {
  password: string;
  owner: PasswordOwner;
}

/** Strength of a new password: a meter and an explanation. */
export function PasswordStrength({ password, owner: { name, email } }: PasswordStrengthProps) {
  const t = useTranslate();
  const typed = useDeferredValue(password);
  const { score, reason } = useMemo(() => passwordStrength(typed, { name, email }), [typed, name, email]);
  const words = [t('Too easy to guess'), t('Weak'), t('Fair'), t('Good'), t('Strong')];
  return (
    <Place>
      <Meter
        role="meter"
        aria-label={t('Strength of the password')}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={score}
        aria-valuetext={words[score]}
      >
        {[1, 2, 3, 4].map((step) => (
          <Step key={step} $on={step <= Math.max(score, 1)} $score={score} />
        ))}
      </Meter>
      <p role="status">
        <strong>{words[score]}</strong> · {t(reason)}
      </p>
    </Place>
  );
}

const Place = styled.div`
  display: grid;
  gap: ${space(1.5)};
  margin-block-start: -${space(2)};
  color: ${color.textMuted};
  font-size: ${type.caption};
  & strong { color: ${color.text}; font-weight: 550; }
`;

const Meter = styled.div`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: ${space(1)};
`;

const faces = [color.danger, color.danger, color.warning, color.success, color.success];

const Step = styled.span<{ $on: boolean; $score: number }>`
  block-size: 4px;
  border-radius: ${radius.round};
  background: ${({ $on, $score }) => ($on ? faces[$score] : color.line)};
`;
