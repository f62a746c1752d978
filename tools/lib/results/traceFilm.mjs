/**
 * Makes a film of each failed end-to-end test, film.webp beside its trace, which any browser plays. It consists of the
 * screenshots in the trace, which are recorded with `npm run e2e -- --trace on`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Minimum and maximum milliseconds for one picture, so that long waits are shortened. */
const [shortest, longest] = [80, 1_500];
/** Maximum number of pictures; of a longer run the last ones, where it failed. */
const most = 240;
const width = 640;

/** @param {string} results folder with a folder for each failed test @returns {Promise<string[]>} the films */
export async function makeTraceFilms(results) {
  if (!existsSync(results)) return [];
  const films = [];
  for (const { name } of readdirSync(results, { withFileTypes: true }).filter((it) => it.isDirectory())) {
    const trace = join(results, name, 'trace.zip');
    const film = join(results, name, 'film.webp');
    if (existsSync(trace) && (await makeTraceFilm(readFileSync(trace), film))) films.push(film);
  }
  return films;
}

/** @param {Buffer} trace @returns {Promise<boolean>} false if the trace has no screenshots */
async function makeTraceFilm(trace, film) {
  const { default: JSZip } = await import('jszip');
  const { default: sharp } = await import('sharp');
  const zip = await JSZip.loadAsync(trace);
  const events = (
    await Promise.all(
      zip.file(/\.trace$/).map(async (file) => (await file.async('string')).split('\n').filter(Boolean)),
    )
  ).flat();
  const frames = events
    .map((line) => JSON.parse(line))
    .filter(({ type, file }) => type === 'screencast-frame' && zip.file(file ?? ''))
    .sort((a, b) => a.timestamp - b.timestamp)
    .slice(-most);
  if (frames.length === 0) return false;
  const height = Math.round((width * frames[0].height) / frames[0].width);
  const pictures = await Promise.all(
    frames.map(async ({ file }) =>
      sharp(await zip.file(file).async('nodebuffer'))
        .resize(width, height, { fit: 'contain' })
        .png()
        .toBuffer(),
    ),
  );
  const delay = frames.map(({ timestamp }, at) =>
    Math.min(
      longest,
      Math.max(shortest, Math.round((frames[at + 1]?.timestamp ?? timestamp + longest) - timestamp)),
    ),
  );
  await sharp(pictures, { join: { animated: true } })
    .webp({ quality: 60, effort: 1, delay, loop: 1 })
    .toFile(film);
  return true;
}
