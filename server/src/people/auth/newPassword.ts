import { newPasswordFault, type PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { AppError } from '../../run/common/errors.ts';

/** Loaded when a password is first set: some 50,000 common passwords. */
let list: Promise<ReadonlySet<string>> | undefined;

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
}

/** @throws AppError weak_password, with the reason, when the password is too easy to guess */
export async function refuseWeakPassword(password: string, owner: PasswordOwner): Promise<void> {
  list ??= readList();
  const common = await list;
  switch (newPasswordFault(password, owner, (text) => common.has(text))) {
    case null:
      return;
    case 'short':
      throw new AppError('weak_password', 'Password must be at least 8 characters');
    case 'long':
      throw new AppError('weak_password', 'Password must be at most 128 characters');
    case 'blank':
      throw new AppError('weak_password', 'A password of nothing but spaces is easy to guess.');
    case 'personal':
      throw new AppError('weak_password', 'This password is made of your own name or address, or of ours.');
    case 'common':
      throw new AppError('weak_password', 'This is one of the most common passwords, which are tried first.');
  }
}
