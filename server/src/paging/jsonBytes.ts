/** An answer that is JSON of this shape already, as it goes over the wire. */
export class JsonBytes<Shape> {
  readonly bytes: Buffer;
  /** Never there: it only ties the bytes to their shape. */
  declare readonly shape?: Shape;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
