/** A loader: names packages by their name instead of their path on this machine. */
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/** @param {string} source @returns {string} */
export default function withoutOwnPath(source) {
  return source.replaceAll(join(root, 'node_modules', '/'), '');
}
