/** Checks field names against section 3 of the specification. */
import { storageKeys } from '../contract/storageKeys.ts';
import { Bookmark, Highlight } from './annotations.ts';
import { User } from './auth.ts';
import { Book, BookList, Progress } from './books.ts';
import { Collection } from './collections.ts';
import { Achievement, GamificationStats, Goal } from './gamification.ts';
import { Note, NotePayload } from './notes.ts';

type Fields = { properties: Record<string, unknown> };

test.each<[string, Fields, string]>([
  ['a user', User, 'id name email avatar roles'],
  [
    'a book',
    Book,
    'id title author description genre cover_url cover_base cover_source isbn isbn10 isbn13 current_page progress is_reading completed completed_at status last_opened created_at',
  ],
  ['a list of books', BookList, 'items total'],
  ['a note', Note, 'id book_id title content tags created_at'],
  ['what a note is written with', NotePayload, 'content type page position color tags'],
  ['a collection', Collection, 'id name description color icon bookIds'],
  ['a highlight', Highlight, 'text color page position created_at'],
  ['progress', Progress, 'current_page total_pages percentage updated_at'],
  ['a bookmark', Bookmark, 'page updated_at'],
  [
    'the stats of gamification',
    GamificationStats,
    'totalPoints level booksRead pagesRead totalReadingTime readingStreak notesCreated highlightsCreated booksCompleted todayReadingTime weeklyReadingTime monthlyReadingTime averageSessionDuration',
  ],
  ['an achievement', Achievement, 'id title description points icon unlockedAt'],
  ['a goal', Goal, 'id title description type target current reward deadline createdAt'],
])('[DM-01] %s carries the fields of the specification', (_name, schema, fields) => {
  expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(fields.split(' ')));
});

test('[DM-01] there is a local key, its own, for each thing that the specification keeps', () => {
  const { activeSession, sessionHistory, booksUpdated, cookieConsent, theme, token, user } = storageKeys;
  const keys = [activeSession, sessionHistory, booksUpdated, cookieConsent, theme, token, user];
  expect(keys.every((key) => /^lectern\.\w+$/.test(key))).toBe(true);
  expect(new Set(Object.values(storageKeys)).size).toBe(Object.values(storageKeys).length);
});
