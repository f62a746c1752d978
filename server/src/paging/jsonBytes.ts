/** A response that is already serialized as JSON. */
export class JsonBytes<Shape> {
  readonly bytes: Buffer;
  /** Phantom field: ties the bytes to their type. */
  declare readonly shape?: Shape;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
