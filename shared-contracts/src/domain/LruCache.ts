/** A map of the entries that were used last: one more than the most removes the least recent. */
export class LruCache<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  /** Looks without counting it as a use. */
  peek(key: Key): Value | undefined {
    return super.get(key);
  }

  override get(key: Key): Value | undefined {
    const value = this.peek(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.#most) this.delete(oldest as Key);
    return this;
  }
}
