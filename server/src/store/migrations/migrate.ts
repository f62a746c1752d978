import type { CreateTableBuilder, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { SchemaParts } from '../engine.ts';
import type { Tables } from '../schema.ts';
import { server } from './0003_server.ts';
import { library } from './0004_library.ts';
import { sync } from './0005_sync.ts';
import { accounts } from './0006_accounts.ts';
import { sessions } from './0007_sessions.ts';
import { search } from './0008_search.ts';
import { remoteLoads } from './0009_remote_loads.ts';
import { highlightStyle } from './0010_highlight_style.ts';
import { lists } from './0013_lists.ts';
import { leanBooks } from './0030_lean_books.ts';
import { reindex } from './0032_reindex.ts';
import { growingLibraries } from './0033_growing_libraries.ts';
import { said } from './0034_said.ts';
import { fewOfMany } from './0035_few_of_many.ts';
import { forBook } from './0050_for_book.ts';
import { bounds } from './0061_bounds.ts';
import { sealKey } from './0063_seal_key.ts';
import { signInFactors } from './0064_sign_in_factors.ts';
import { securityEvents } from './0065_security_events.ts';
import { knownDevices } from './0067_known_devices.ts';
import { conflicts } from './0068_conflicts.ts';
import { deviceClock } from './0069_device_clock.ts';
import { readerChanges } from './0070_reader_changes.ts';
import { largeLibraries } from './0071_large_libraries.ts';
import { textFolding } from './0080_text_folding.ts';

/** Brings the database to the newest shape. Throws what the failing migration threw; it leaves nothing half done. */
export async function migrate(db: Kysely<Tables>, engine: SchemaParts): Promise<void> {
  const migrator = new Migrator({
    db,
    // Each stands by itself, and one with a lower number may come later: two were written at the same time.
    allowUnorderedMigrations: true,
    provider: {
      getMigrations: async () => ({
        '0001_first': { up: (trx) => first(trx, engine) },
        '0002_leases': { up: (trx) => leases(trx, engine) },
        '0003_server': { up: (trx) => server(trx, engine) },
        '0004_library': { up: (trx) => library(trx, engine) },
        '0005_sync': { up: (trx) => sync(trx, engine) },
        '0006_accounts': { up: (trx) => accounts(trx, engine) },
        '0007_sessions': { up: (trx) => sessions(trx, engine) },
        '0010_highlight_style': { up: (trx) => highlightStyle(trx, engine) },
        '0009_remote_loads': { up: (trx) => remoteLoads(trx, engine) },
        '0008_search': { up: (trx) => search(trx, engine) },
        '0013_lists': { up: (trx) => lists(trx) },
        '0034_said': { up: (trx) => said(trx, engine) },
        '0032_reindex': { up: (trx) => reindex(trx, engine) },
        '0030_lean_books': { up: (trx) => leanBooks(trx, engine) },
        '0033_growing_libraries': { up: (trx) => growingLibraries(trx, engine) },
        '0035_few_of_many': { up: (trx) => fewOfMany(trx) },
        '0050_for_book': { up: (trx) => forBook(trx, engine) },
        '0061_bounds': { up: (trx) => bounds(trx, engine) },
        '0063_seal_key': { up: (trx) => sealKey(trx, engine) },
        '0064_sign_in_factors': { up: (trx) => signInFactors(trx, engine) },
        '0065_security_events': { up: (trx) => securityEvents(trx, engine) },
        '0067_known_devices': { up: (trx) => knownDevices(trx, engine) },
        '0068_conflicts': { up: (trx) => conflicts(trx, engine) },
        '0069_device_clock': { up: (trx) => deviceClock(trx, engine) },
        '0070_reader_changes': { up: (trx) => readerChanges(trx, engine) },
        '0071_large_libraries': { up: (trx) => largeLibraries(trx) },
        '0080_text_folding': { up: (trx) => textFolding(trx, engine) },
        // Arabic letters have one form.
        '0090_reindex': { up: (trx) => reindex(trx, engine) },
      }),
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function first(db: Kysely<Tables>, engine: SchemaParts): Promise<void> {
  const { text } = engine;
  await table('users', ['id'], (t) =>
    t
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull().unique())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('avatar', text)
      .addColumn('password_hash', text, (c) => c.notNull())
      .addColumn('roles', text, (c) => c.notNull())
      .addColumn('time_zone', text, (c) => c.notNull())
      .addColumn('preferences', text, (c) => c.notNull())
      .addColumn('tokens_valid_from', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', text, (c) => c.notNull()),
  );
  await table('refresh_tokens', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('family_id', text, (c) => c.notNull())
      .addColumn('token_hash', text, (c) => c.notNull().unique())
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .addColumn('rotated_at', text)
      .addColumn('user_agent', text, (c) => c.notNull()),
  );
  await index('refresh_tokens', ['user_id']);
  await index('refresh_tokens', ['family_id']);
  await table('password_resets', ['token_hash'], (t) =>
    ofUser(t)
      .addColumn('token_hash', text, (c) => c.notNull())
      .addColumn('expires_at', text, (c) => c.notNull())
      .addColumn('used_at', text),
  );
  await index('password_resets', ['user_id']);
  await table('books', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('sha256', text)
      .addColumn('format', text, (c) => c.notNull())
      .addColumn('file_name', text, (c) => c.notNull())
      .addColumn('file_size', 'bigint', (c) => c.notNull())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('author', text, (c) => c.notNull())
      .addColumn('description', text)
      .addColumn('genre', text)
      .addColumn('language', text)
      .addColumn('publisher', text)
      .addColumn('published', text)
      .addColumn('series', text)
      .addColumn('series_index', 'double precision')
      .addColumn('isbn', text)
      .addColumn('isbn10', text)
      .addColumn('isbn13', text)
      .addColumn('current_page', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('progress', 'double precision', (c) => c.notNull().defaultTo(0))
      .addColumn('is_reading', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('completed', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('completed_at', text)
      .addColumn('status', text, (c) => c.notNull().defaultTo('unread'))
      .addColumn('last_opened', text)
      .addColumn('rating', 'integer')
      .addColumn('favorite', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('page_count', 'integer', (c) => c.notNull())
      .addColumn('word_count', 'integer', (c) => c.notNull())
      .addColumn('cover_source', text, (c) => c.notNull())
      .addColumn('cover_version', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('layout', text, (c) => c.notNull().defaultTo('reflowable'))
      .addColumn('direction', text, (c) => c.notNull().defaultTo('ltr'))
      .addColumn('opf', text)
      .addColumn('toc', text, (c) => c.notNull().defaultTo('[]'))
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull())
      .addUniqueConstraint('books_user_sha256', ['user_id', 'sha256']),
  );
  await index('books', ['user_id', 'created_at', 'id']);
  await index('books', ['user_id', 'status']);
  await table('spine_items', ['book_id', 'idx'], (t) =>
    ofBook(t)
      .addColumn('idx', 'integer', (c) => c.notNull())
      .addColumn('href', text, (c) => c.notNull())
      .addColumn('title', text)
      .addColumn('words', 'integer', (c) => c.notNull())
      .addColumn('characters', 'integer', (c) => c.notNull())
      .addColumn('first_position', 'integer', (c) => c.notNull())
      .addColumn('positions', 'integer', (c) => c.notNull())
      .addColumn('linear', 'integer', (c) => c.notNull()),
  );
  await table('resources', ['book_id', 'path'], (t) =>
    ofBook(t)
      .addColumn('path', text, (c) => c.notNull())
      .addColumn('start', 'bigint', (c) => c.notNull())
      .addColumn('length', 'bigint', (c) => c.notNull())
      .addColumn('media_type', text, (c) => c.notNull())
      .addColumn('encoding', text, (c) => c.notNull()),
  );
  // Its key is a number, because the index of the full text names rows by number.
  await engine
    .addRowNumber(ofUser(ofBook(db.schema.createTable('passages'))), 'id')
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('target', 'integer', (c) => c.notNull())
    .addColumn('fraction', 'double precision', (c) => c.notNull())
    .addColumn('chapter', text)
    .addColumn('text', text, (c) => c.notNull())
    .execute();
  await index('passages', ['book_id', 'seq']);
  await index('passages', ['user_id']);
  await engine.createFullText(db);
  await table('uploads', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('filename', text, (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('progress', 'double precision', (c) => c.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('book_id', text, (c) => c.references('books.id').onDelete('cascade'))
      .addColumn('duplicate', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('error', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull()),
  );
  await index('uploads', ['user_id', 'created_at']);
  await index('uploads', ['state']);
  await index('uploads', ['book_id']);
  await table('progress', ['user_id', 'book_id'], (t) =>
    ofBook(ofUser(t))
      .addColumn('current_page', 'integer', (c) => c.notNull())
      .addColumn('total_pages', 'integer', (c) => c.notNull())
      .addColumn('percentage', 'double precision', (c) => c.notNull())
      .addColumn('position', text)
      .addColumn('device', text)
      .addColumn('updated_at', text, (c) => c.notNull()),
  );
  await index('progress', ['book_id']);
  await table('highlights', ['id'], (t) =>
    ofBook(ofUser(t))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addColumn('color', text, (c) => c.notNull())
      .addColumn('page', 'integer')
      .addColumn('position', text)
      .addColumn('note', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull()),
  );
  await index('highlights', ['user_id', 'created_at']);
  await index('highlights', ['book_id']);
  await table('bookmarks', ['id'], (t) =>
    ofBook(ofUser(t))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('page', 'integer', (c) => c.notNull())
      .addColumn('position', text)
      .addColumn('label', text)
      .addColumn('updated_at', text, (c) => c.notNull())
      .addUniqueConstraint('bookmarks_one_a_page', ['user_id', 'book_id', 'page']),
  );
  await index('bookmarks', ['book_id']);
  await table('notes', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('book_id', text, (c) => c.references('books.id').onDelete('cascade'))
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('content', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('page', 'integer')
      .addColumn('position', text)
      .addColumn('color', text)
      .addColumn('tags', text, (c) => c.notNull())
      .addColumn('unread', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('changed_by', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull()),
  );
  await index('notes', ['user_id', 'created_at']);
  await index('notes', ['book_id']);
  await table('collections', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text)
      .addColumn('color', text)
      .addColumn('icon', text)
      .addColumn('updated_at', text, (c) => c.notNull()),
  );
  await index('collections', ['user_id']);
  await table('collection_books', ['collection_id', 'book_id'], (t) =>
    ofBook(t)
      .addColumn('collection_id', text, (c) => c.notNull().references('collections.id').onDelete('cascade'))
      .addColumn('seq', 'integer', (c) => c.notNull()),
  );
  await index('collection_books', ['book_id']);
  // A session outlives its book: it was read, and the statistics know its title.
  await table('reading_sessions', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('book_id', text, (c) => c.notNull())
      .addColumn('book_title', text, (c) => c.notNull())
      .addColumn('started_at', text, (c) => c.notNull())
      .addColumn('ended_at', text)
      .addColumn('seconds', 'integer', (c) => c.notNull())
      .addColumn('start_page', 'integer', (c) => c.notNull())
      .addColumn('end_page', 'integer')
      .addColumn('pages_read', 'integer', (c) => c.notNull())
      .addColumn('notes', text),
  );
  await index('reading_sessions', ['user_id', 'started_at']);
  // Points stay when the book goes, so that nothing is paid twice by deleting and uploading again.
  await table('points', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('event', text, (c) => c.notNull())
      .addColumn('points', 'integer', (c) => c.notNull())
      .addColumn('book_id', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addUniqueConstraint('points_once', ['user_id', 'action', 'event']),
  );
  await index('points', ['user_id', 'created_at']);
  await table('unlocked', ['user_id', 'achievement_id'], (t) =>
    ofUser(t)
      .addColumn('achievement_id', text, (c) => c.notNull())
      .addColumn('unlocked_at', text, (c) => c.notNull()),
  );
  await table('goals', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('unit', text, (c) => c.notNull())
      .addColumn('target', 'double precision', (c) => c.notNull())
      .addColumn('reward', 'integer', (c) => c.notNull())
      .addColumn('deadline', text)
      .addColumn('created_at', text, (c) => c.notNull())
      .addColumn('completed_at', text),
  );
  await index('goals', ['user_id']);
  await table('conversations', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('title', text, (c) => c.notNull())
      .addColumn('updated_at', text, (c) => c.notNull()),
  );
  await index('conversations', ['user_id', 'updated_at']);
  await table('messages', ['id'], (t) =>
    ofUser(t)
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('conversation_id', text, (c) =>
        c.notNull().references('conversations.id').onDelete('cascade'),
      )
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('role', text, (c) => c.notNull())
      .addColumn('text', text, (c) => c.notNull())
      .addColumn('citations', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull())
      .addUniqueConstraint('messages_order', ['conversation_id', 'seq']),
  );
  await index('messages', ['user_id']);
  await table('idempotency', ['user_id', 'key'], (t) =>
    ofUser(t)
      .addColumn('key', text, (c) => c.notNull())
      .addColumn('request_hash', text, (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull()),
  );
  await index('idempotency', ['created_at']);
  await table('reports', ['id'], (t) =>
    t
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('created_at', text, (c) => c.notNull()),
  );
  await table('doomed_blobs', ['prefix'], (t) =>
    t.addColumn('prefix', text, (c) => c.notNull()).addColumn('created_at', text, (c) => c.notNull()),
  );

  type Columns = CreateTableBuilder<string, string>;

  async function table(
    name: keyof Tables,
    key: readonly string[],
    columns: (t: Columns) => Columns,
  ): Promise<void> {
    await columns(db.schema.createTable(name))
      .addPrimaryKeyConstraint(`${name}_key`, [...key])
      .execute();
  }

  async function index(name: keyof Tables, columns: string[]): Promise<void> {
    await db.schema
      .createIndex(`${name}_by_${columns.join('_')}`)
      .on(name)
      .columns(columns)
      .execute();
  }

  function ofUser(t: Columns): Columns {
    return t.addColumn('user_id', text, (c) => c.notNull().references('users.id').onDelete('cascade'));
  }

  function ofBook(t: Columns): Columns {
    return t.addColumn('book_id', text, (c) => c.notNull().references('books.id').onDelete('cascade'));
  }
}

/** Until when an ingest is somebody's: after that, its process has died, and another may take it up. */
async function leases(db: Kysely<Tables>, { text }: SchemaParts): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('lease_until', text).execute();
}
