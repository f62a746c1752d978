import { accessSync, constants, existsSync } from 'node:fs';

/**
 * Ends the command with a sentence if one of these folders cannot be written to; missing ones are skipped.
 * @param {string} purpose what is about to be done
 * @param {...string} folders
 */
export function requireWritable(purpose, ...folders) {
  for (const folder of folders.filter(existsSync)) {
    try {
      accessSync(folder, constants.W_OK);
    } catch (error) {
      console.error(
        `${purpose}, and ${folder} cannot be written to (${error.code}). Make it writable for this user, or run npm run build as a user who may, then start again.`,
      );
      process.exit(1);
    }
  }
}
