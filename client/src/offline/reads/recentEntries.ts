import { limits } from '../common/limits.ts';
import type { CacheEntry } from './persistedEntries.ts';

/** The entries that were used last. */
export class RecentEntries {
  /** The least recent first. */
  readonly #entries = new Map<string, CacheEntry>();

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Looks without counting it as a use. */
  peek(name: string): CacheEntry | null {
    return this.#entries.get(name) ?? null;
  }

  use(name: string): CacheEntry | null {
    const entry = this.peek(name);
    if (entry !== null) this.set(name, entry);
    return entry;
  }

  set(name: string, entry: CacheEntry): void {
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    const [oldest = name] = this.#entries.keys();
    if (this.#entries.size > limits.memoryEntries) this.#entries.delete(oldest);
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }

  clear(): void {
    this.#entries.clear();
  }
}
