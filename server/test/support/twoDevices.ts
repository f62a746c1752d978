import { randomUUID } from 'node:crypto';
import type { Replaced } from '@lectern/shared-contracts/api/conflicts.ts';
import type { RouteKey } from '@lectern/shared-contracts/api/routes.ts';
import type { Reading } from '@lectern/shared-contracts/api/sessions.ts';
import type { BuiltInActions } from '@lectern/shared-contracts/contract/syncActions.ts';
import {
  basisOf,
  textStamp,
  thoughtStamp,
  valueStamp,
} from '@lectern/shared-contracts/domain/changes/basis.ts';
import { memberChanges } from '@lectern/shared-contracts/domain/changes/members.ts';
import { callOf } from '@lectern/shared-contracts/sync/anyAction.ts';
import { builtInActions } from '@lectern/shared-contracts/sync/builtInActions.ts';
import type { conflictRules } from '@lectern/shared-contracts/sync/conflictRules.ts';
import type { Client, LooseRequest } from './client.ts';
import fc from './fastCheck.ts';

/** Two devices of one user that do not know of each other's changes. */
export interface Pair {
  phone: Client;
  laptop: Client;
  bookId: string;
  /** Four books of the reader. */
  books: readonly string[];
  newBook(id?: string): Promise<string>;
}

export type Shown = Record<string, unknown> & { id: string };
type Fields = Record<string, unknown>;
type Answer = { replaced?: Replaced };

export interface Cell extends Pair {
  id: string;
  first: unknown;
  here: unknown;
  there: unknown;
}

/** How resources of a kind are created, changed, deleted and read, with the app's queued writes. */
export interface Driver {
  /** @param like the resource that the other device has created, when both create the same one */
  make(pair: Pair, device: Client, id: string, fields: Fields, like?: string): Promise<unknown>;
  edit(pair: Pair, device: Client, shown: Shown, fields: Fields): Promise<Answer>;
  remove(pair: Pair, device: Client, shown: Shown): Promise<unknown>;
  read(pair: Pair, id: string): Promise<Shown | null>;
  /** Three distinct values: initial, of this device, of the other. */
  values(field: string, pair: Pair): fc.Arbitrary<[unknown, unknown, unknown]>;
}

/** Sends a write as the queue does. */
async function send<T extends keyof BuiltInActions>(
  device: Client,
  name: T,
  payload: BuiltInActions[T],
): Promise<Answer> {
  const type = builtInActions.find((one) => one.type === name);
  if (type === undefined) throw new Error(`${name} is no action.`);
  const { key, request } = callOf(type, payload);
  const definite = JSON.parse(JSON.stringify(request)) as LooseRequest;
  return ((await device.call(key as RouteKey, definite as never, { idempotencyKey: randomUUID() })) ??
    {}) as Answer;
}

const when = () => new Date().toISOString();
const three = <T>(one: fc.Arbitrary<T>) =>
  fc.uniqueArray(one, {
    minLength: 3,
    maxLength: 3,
    selector: (value) => JSON.stringify(value),
  }) as fc.Arbitrary<[T, T, T]>;
const words = three(
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter((text) => text.trim() === text),
);
const oneOf = (...values: unknown[]) => three(fc.constantFrom(...values));
const find = (items: readonly object[], id: string): Shown | null =>
  (items.find((item) => (item as Shown).id === id) as Shown | undefined) ?? null;

/** A set with the changes of each device: both remove and add members. */
const sets = (members: readonly string[]) =>
  fc.constant([members.slice(0, 2), [members[0], members[2]], [members[1], members[0], members[3]]] as [
    unknown,
    unknown,
    unknown,
  ]);

const note: Driver = {
  make: ({ bookId }, device, id, fields) =>
    send(device, 'CREATE_NOTE', {
      id,
      bookId,
      title: 'title',
      content: 'content',
      created_at: when(),
      ...fields,
    }),
  edit({ bookId }, device, shown, fields) {
    const { title, content, tags } = {
      ...(shown as unknown as { title: string; content: string; tags: string[] }),
    };
    const changed = fields.tags as string[] | undefined;
    const isText = 'title' in fields || 'content' in fields;
    return send(device, 'UPDATE_NOTE', {
      id: shown.id,
      bookId,
      ...fields,
      ...(isText ? { replaces: [textStamp({ title, content })] } : { basis: basisOf(shown, fields) }),
      ...(changed ? { tagChanges: memberChanges(tags, changed) } : {}),
    });
  },
  remove: ({ bookId }, device, shown) =>
    send(device, 'DELETE_NOTE', {
      id: shown.id,
      bookId,
      seen: [textStamp(shown as unknown as { title: string; content: string })],
    }),
  read: async ({ phone }, id) => find((await phone.call('GET /notes', {})).items, id),
  values: (field) =>
    field === 'tags'
      ? sets(['sea', 'whale', 'ship', 'rope'])
      : field === 'color'
        ? oneOf('yellow', 'green', 'blue')
        : field === 'page'
          ? three(fc.integer({ min: 1, max: 900 }))
          : words,
};

const highlight: Driver = {
  make: ({ bookId }, device, id, fields) =>
    send(device, 'CREATE_HIGHLIGHT', {
      id,
      bookId,
      text: 'Call me Ishmael.',
      color: 'yellow',
      page: 1,
      position: null,
      note: null,
      created_at: when(),
      ...fields,
    }),
  edit: ({ bookId }, device, shown, fields) =>
    send(device, 'UPDATE_HIGHLIGHT', {
      id: shown.id,
      bookId,
      ...fields,
      ...('note' in fields
        ? { replaces: [thoughtStamp(shown.note as string | null)] }
        : { basis: basisOf(shown, fields) }),
    }),
  remove: ({ bookId }, device, shown) =>
    send(device, 'DELETE_HIGHLIGHT', {
      id: shown.id,
      bookId,
      seen: [thoughtStamp(shown.note as string | null)],
    }),
  read: async ({ phone }, id) => find((await phone.call('GET /highlights', {})).items, id),
  values: (field) =>
    field === 'color'
      ? oneOf('yellow', 'green', 'blue', 'pink')
      : field === 'style'
        ? fc.constant(['highlight', 'highlight', 'underline'] as [unknown, unknown, unknown])
        : words,
};

/** Unique per page: the bookmark of that page, whatever its id. */
const pageOf = new Map<string, number>();

const bookmark: Driver = {
  make({ bookId }, device, id, fields, like) {
    const page = pageOf.get(like ?? '') ?? pageOf.size + 1;
    pageOf.set(id, page);
    const made = { id, bookId, page, position: null, label: null, updated_at: when(), ...fields };
    return send(device, 'UPDATE_BOOKMARK', made);
  },
  edit: ({ bookId }, device, shown, fields) =>
    send(device, 'UPDATE_BOOKMARK', {
      id: shown.id,
      bookId,
      page: shown.page as number,
      position: shown.position as null,
      label: shown.label as string | null,
      ...fields,
      updated_at: when(),
      basis: basisOf(shown, fields),
    }),
  remove: ({ bookId }, device, shown) =>
    send(device, 'DELETE_BOOKMARK', { id: shown.id, bookId, page: shown.page as number }),
  async read({ phone, bookId }, id) {
    const { items } = await phone.call('GET /books/:id/bookmarks', { params: { id: bookId } });
    return (items.find(({ page }) => page === pageOf.get(id)) as Shown | undefined) ?? null;
  },
  values: (field) =>
    field === 'position' ? three(fc.integer({ min: 1, max: 99 }).map((page) => ({ page }))) : words,
};

/** A resource by id; null when it does not exist. */
async function found(device: Client, key: RouteKey, id: string): Promise<Shown | null> {
  const { status, body } = await device.try(key, { params: { id } });
  return status === 404 || body === null ? null : { ...(body as Shown), id };
}

const book: Driver = {
  async make({ newBook }, device, id, changes) {
    await newBook(id);
    return send(device, 'UPDATE_BOOK', { bookId: id, changes });
  },
  edit: (_, device, shown, changes) =>
    send(device, 'UPDATE_BOOK', {
      bookId: shown.id,
      changes,
      basis: basisOf(shown, changes),
      ...(changes.tags
        ? { tagChanges: memberChanges(shown.tags as string[], changes.tags as string[]) }
        : {}),
    }),
  remove: (_, device, shown) =>
    send(device, 'DELETE_BOOK', {
      bookId: shown.id,
      seen: when(),
      description: valueStamp(shown.description),
    }),
  read: ({ phone }, id) => found(phone, 'GET /books/:id', id),
  values(field) {
    if (field === 'tags') return sets(['sea', 'whale', 'ship', 'rope']);
    if (field === 'rating') return three(fc.integer({ min: 1, max: 5 }));
    if (field === 'series_index') return three(fc.integer({ min: 1, max: 99 }));
    if (field === 'status') return oneOf('unread', 'reading', 'paused', 'completed');
    if (field === 'favorite') return fc.constant([false, false, true]);
    if (field === 'isbn') return oneOf('9780141439600', '9780141439518', '080442957X');
    return three(fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text));
  },
};

const collection: Driver = {
  make: (_, device, id, { books = [], ...fields }) =>
    send(device, 'SAVE_COLLECTION', {
      id,
      name: 'Sea',
      description: null,
      color: null,
      icon: null,
      bookIds: books as string[],
      ...fields,
    }),
  edit(_, device, { id, books, ...shown }, { books: after = books, ...fields }) {
    const { name, description, color, icon, rule } = shown as unknown as BuiltInActions['SAVE_COLLECTION'];
    const bookIds = after as string[];
    return send(device, 'SAVE_COLLECTION', {
      ...{ id, name, description, color, icon, rule, bookIds },
      ...fields,
      books: memberChanges(books as string[], bookIds),
      basis: basisOf(shown, fields),
    });
  },
  remove: (_, device, { id, name, description }) =>
    send(device, 'DELETE_COLLECTION', { id, seen: [valueStamp(name), valueStamp(description)] }),
  async read({ phone }, id) {
    const shown = find((await phone.call('GET /collections', {})).items, id);
    return shown && { ...shown, books: shown.bookIds };
  },
  values(field, { books }) {
    if (field === 'books') return sets(books);
    if (field === 'rule') return three(fc.integer({ min: 1, max: 5 }).map((rating) => ({ rating })));
    return field === 'color' || field === 'icon' ? oneOf('rose', 'moss', 'sea', 'sun') : words;
  },
};

const moments = (from: string) =>
  three(
    fc
      .integer({ min: 1, max: 600 })
      .map((seconds) => new Date(Date.parse(from) + seconds * 1_000).toISOString()),
  );

const session: Driver = {
  make: ({ bookId }, device, id, { pages_read = 1, ...fields }) =>
    send(device, 'RECORD_SESSION', {
      id,
      bookId,
      bookTitle: '',
      started_at: '2026-01-01T10:00:00.000Z',
      ended_at: '2026-01-01T12:00:00.000Z',
      seconds: 60,
      notes: null,
      pagesRead: pages_read as number,
      ...fields,
    }),
  edit: ({ bookId }, device, shown, changes) =>
    send(device, 'EDIT_SESSION', { id: shown.id, bookId, changes, basis: basisOf(shown, changes) }),
  remove: ({ bookId }, device, shown) => send(device, 'DELETE_SESSION', { id: shown.id, bookId }),
  read: async ({ phone }, id) =>
    find((await phone.call('GET /reading/sessions', { query: { limit: 1_000 } })).items, id),
  values(field) {
    if (field === 'started_at') return moments('2026-01-01T10:00:00.000Z');
    if (field === 'ended_at') return moments('2026-01-01T12:00:00.000Z');
    return field === 'notes' ? words : three(fc.integer({ min: 1, max: 600 }));
  },
};

const reading: Driver = {
  make: ({ bookId }, device, id, fields) =>
    send(device, 'SAVE_READING', {
      id,
      book_id: bookId,
      started_at: '2026-01-01T10:00:00.000Z',
      finished_at: '2026-01-01T12:00:00.000Z',
      outcome: 'finished',
      rating: null,
      ...fields,
    }),
  edit(_, device, { updated_at: _at, ...shown }, changes) {
    const { id, ...before } = shown as unknown as Reading;
    return send(device, 'SAVE_READING', { id, ...before, ...changes, basis: basisOf(shown, changes) });
  },
  remove: (_, device, { id }) => send(device, 'DELETE_READING', { id }),
  read: async ({ phone }, id) => find((await phone.call('GET /readings', {})).items, id),
  values(field) {
    if (field === 'started_at') return moments('2026-01-01T10:00:00.000Z');
    if (field === 'finished_at') return moments('2026-01-01T12:00:00.000Z');
    if (field === 'outcome') return fc.constant([null, 'finished', 'abandoned']);
    return three(fc.integer({ min: 1, max: 5 }));
  },
};

const place: Driver = {
  async make(pair, device, id, fields, like) {
    if (like === undefined) await pair.newBook(id);
    return place.edit(pair, device, { id }, fields);
  },
  edit: (_, device, { id, updated_at }, { position }) =>
    send(device, 'UPDATE_PROGRESS', {
      bookId: id,
      current_page: (position as { page: number }).page,
      total_pages: 10_000,
      percentage: 1,
      position: position as { page: number },
      updated_at: when(),
      ...(updated_at ? { follows: updated_at as string } : {}),
    }),
  remove: (_, device, { id }) => send(device, 'DELETE_BOOK', { bookId: id }),
  read: ({ phone }, id) => found(phone, 'GET /books/:id/progress', id),
  values: () => three(fc.integer({ min: 1, max: 99 }).map((page) => ({ page }))),
};

const goal: Driver = {
  make: (_, device, id, fields) =>
    send(device, 'CREATE_GOAL', {
      id,
      title: 'Read',
      type: 'daily',
      unit: 'minutes',
      target: 10,
      deadline: null,
      created_at: when(),
      ...fields,
    }),
  edit: async () => ({}),
  remove: (_, device, { id }) => send(device, 'DELETE_GOAL', { id }),
  read: async ({ phone }, id) => find((await phone.call('GET /api/gamification/goals', {})).items, id),
  values(field) {
    if (field === 'deadline') return moments('2100-01-01T10:00:00.000Z');
    return field === 'target' ? three(fc.integer({ min: 1, max: 600 })) : words;
  },
};

export const drivers: Record<(typeof conflictRules)[number]['kind'], Driver> = {
  note,
  highlight,
  bookmark,
  book,
  collection,
  session,
  reading,
  place,
  goal,
};
