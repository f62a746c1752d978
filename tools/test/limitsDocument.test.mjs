/** The table in docs/operators.md matches the code. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { limits } from '../../shared-contracts/src/domain/limits.ts';
import { root } from '../lib/paths.mjs';

/** The description of each limit in the document. */
const names = {
  books: 'books, with and without a file',
  filesOfBook: 'files of a book',
  notes: 'notes',
  highlights: 'highlights',
  bookmarks: 'bookmarks',
  formValues: 'filled-in fields of PDFs',
  collections: 'collections',
  booksInCollection: 'books in a collection',
  booksInCollections: 'books in all collections together',
  readingSessions: 'reading sessions',
  readings: 'readings of books',
  goals: 'goals',
  signIns: 'sign-ins',
  appPasswords: 'app passwords',
  sendAddresses: 'addresses for books',
  mailedFile: 'a book by mail',
  conversations: 'conversations',
  messagesInConversation: 'messages in a conversation',
  messages: 'messages in all conversations',
  syncDocuments: 'documents of KOReader devices',
  deviceFiles: 'files of devices (WebDAV)',
  deviceFile: 'files of devices (WebDAV)',
  history: 'bin and versions',
  pageTimes: 'page times of devices',
  lookedUpWords: 'words that were looked up',
  partRows: 'what remotes keep',
  uploadsUnderWay: 'uploads under way',
  preferences: 'preferences (the profile)',
};

const written = (number) => number.toLocaleString('en-US');

test('[S-02] docs/operators.md lists each limit of the code with its values', () => {
  assert.deepEqual(Object.keys(names).sort(), Object.keys(limits).sort());
  const lines = readFileSync(join(root, 'docs/operators.md'), 'utf8').split('\n');
  for (const [key, limit] of Object.entries(limits)) {
    const line = lines.find((one) => one.startsWith(`| ${names[key]} |`)) ?? '';
    const { rows, bytes } = typeof limit === 'number' ? { rows: limit, bytes: undefined } : limit;
    const said = [
      ...(rows === undefined ? [] : [[written(rows), `${rows / 1_000_000} MB`]]),
      ...(bytes === undefined ? [] : [[`${bytes / 1_000_000} MB`]]),
    ];
    for (const either of said)
      assert.ok(
        either.some((number) => new RegExp(`(^|[^\\d,])${number}([^\\d,]|$)`).test(line)),
        `${key}: ${either[0]} in “${line}”`,
      );
  }
});
