import type { SettingDescription } from './remotes.ts';

/** Whether a value is one that the declaration of a setting allows. */
export function fitsSetting(declared: SettingDescription, value: unknown): boolean {
  if (typeof value !== declared.type) return false;
  if (declared.enum && !Object.values(declared.enum).some((choice) => choice === value)) return false;
  if (typeof value === 'string') return value.length <= (declared.maxLength ?? 1_000);
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity } = declared;
  return Number.isFinite(value) && value >= minimum && value <= maximum;
}
