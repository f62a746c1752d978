import { newPasswordFault, type PasswordOwner } from '@lectern/shared-contracts/domain/newPassword.ts';
import { text } from '@lectern/shared-contracts/domain/text.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

export interface PasswordScore {
  /** From 0 (rejected by the server) to 4. */
  score: 0 | 1 | 2 | 3 | 4;
  /** How to improve it, or that it is good; a translation key. */
  reason: string;
}

const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()));
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

const commonText = text('This is one of the most common passwords, which are tried first.');
const personalText = text('This password is made of your own name or address, or of ours.');

/** The server's messages for rejected passwords. */
const faults = {
  short: text('Password must be at least 8 characters'),
  long: text('Password must be at most 128 characters'),
  blank: text('A password of nothing but spaces is easy to guess.'),
  common: commonText,
  personal: personalText,
} as const;

const keys = text('Rows of keys on a keyboard are easy to guess.');
const repeats = text('Repeated characters are easy to guess.');
const names = text('Names are easy to guess.');
const dates = text('Dates and years are easy to guess.');

/** By the warnings of zxcvbn. */
const warnings: Readonly<Record<string, string>> = {
  straightRow: keys,
  keyPattern: keys,
  simpleRepeat: repeats,
  extendedRepeat: repeats,
  sequences: text('Sequences of characters, such as “abc”, are easy to guess.'),
  recentYears: dates,
  dates,
  topTen: commonText,
  topHundred: commonText,
  common: commonText,
  similarToCommon: text('This is very similar to a common password.'),
  wordByItself: text('A single word is easy to guess.'),
  namesByThemselves: names,
  commonNames: names,
  userInputs: personalText,
};

const more = text('One or two more words would make it hard to guess.');
const hard = text('This password is hard to guess.');

/** Estimates the strength of a new password and explains it; what the server rejects has a score of 0. */
export function passwordStrength(password: string, owner: PasswordOwner): PasswordScore {
  const fault = newPasswordFault(password, owner, (word) => common.has(word));
  if (fault !== null) return { score: 0, reason: faults[fault] };
  const { score, feedback } = estimator.check(password, [owner.name, owner.email, 'lectern']);
  if (score > 2) return { score, reason: hard };
  return { score: score === 0 ? 1 : score, reason: warnings[feedback.warning ?? ''] ?? more };
}
