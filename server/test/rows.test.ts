import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeRows, findRow, listRows, removeRows } from '../src/store/rows.ts';
import { startServer } from './support/server.ts';

test('rows are only read, changed and removed by values that are given', async () => {
  const server = await startServer();
  try {
    const { db } = server.services;
    for (const where of [{}, { user_id: undefined }])
      for (const act of [
        () => findRow(db, 'notes', where as object),
        () => listRows(db, 'notes', where as object),
        () => changeRows(db, 'notes', where as object, { content: '' }),
        () => removeRows(db, 'notes', where as object),
      ])
        await assert.rejects(act, TypeError);
  } finally {
    await server.stop();
  }
});
