import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { AppError } from '../../../run/common/errors.ts';
import { workFolder } from '../../staging/staging.ts';
import { type Look, type Looked, noMemory } from '../taking/look.ts';
import { FolderProblem, problems } from '../taking/problems.ts';
import { findLibrary, libraryFile, unpackLibrary } from '../zip/libraryZip.ts';
import type { CalibreReader } from './calibreReader.ts';
import { stampOfLibrary } from './copyLibrary.ts';
import { lookAtCalibre } from './lookAtCalibre.ts';

/**
 * Takes in a calibre library that a reader has uploaded: the zip is unpacked for the look, as a folder of calibre.
 * After a stop it is unpacked again. It is removed when all is taken in, or when the reader has to do something first.
 * @throws FolderProblem; errors of disk and database
 */
export async function lookAtZip(look: Look, reader: CalibreReader): Promise<Looked> {
  const { folder, signal } = look;
  const nothing = { memory: noMemory(), hasNews: false, waits: false, folders: [] };
  if (folder.zip === null) return nothing;
  try {
    const { waits } = await lookInto(look, reader, folder.zip);
    if (!waits) await removeZip(look, folder.zip);
    return { ...nothing, hasNews: true, waits };
  } catch (error) {
    if (signal.aborted) return nothing;
    const problem = error instanceof AppError ? new FolderProblem(error.message) : error;
    if (problem instanceof FolderProblem) await removeZip(look, folder.zip);
    throw problem;
  }
}

async function lookInto(look: Look, reader: CalibreReader, zip: string): Promise<Looked> {
  const { services, folder, signal } = look;
  await using file = await services.staging.local(zip);
  const library = file === null ? null : await findLibrary(file.path);
  if (file === null || library === null) throw new FolderProblem(problems.zipGone);
  const path = workFolder(services.config, randomUUID());
  try {
    await unpackLibrary(file.path, library, path, signal);
    // Nobody writes to it, so one look is enough.
    const memory = { ...noMemory(), stamps: new Map([[libraryFile, await stampOfLibrary(path)]]) };
    // Each zip is read, and what was left out of the one before is tried again.
    const unpacked = { ...folder, path, kind: 'calibre', seen: '' } as const;
    return await lookAtCalibre({ ...look, folder: unpacked }, reader, memory);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

async function removeZip({ services, folder }: Look, zip: string): Promise<void> {
  const { db, staging } = services;
  const row = db.updateTable('folders').set({ zip: null }).where('id', '=', folder.id);
  await row.where('zip', '=', zip).execute();
  await staging.remove(zip);
}
