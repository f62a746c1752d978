import { avatarOf } from './avatarOf.ts';

const draw = jest.fn();
const close = jest.fn();

/** A browser that decodes every file to a picture of this size, and encodes it to this address. */
function setUp(width: number, height: number, address = 'data:image/webp;base64,AAAA') {
  Object.assign(globalThis, { createImageBitmap: async () => ({ width, height, close }) });
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: draw } as never);
  jest.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(address);
}
afterEach(() => {
  jest.restoreAllMocks();
  draw.mockReset();
  close.mockReset();
});

describe('the picture of a reader', () => {
  it.each([
    ['wide', 400, 200, [100, 0, 200, 200]],
    ['tall', 200, 600, [0, 200, 200, 200]],
  ])('is the middle square of a %s file', async (_, width, height, square) => {
    setUp(width, height);
    expect(await avatarOf(new Blob())).toBe('data:image/webp;base64,AAAA');
    expect(draw.mock.calls).toEqual([[expect.anything(), ...square, 0, 0, 192, 192]]);
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('may be a PNG, in a browser that cannot write WebP', async () => {
    setUp(10, 10, 'data:image/png;base64,AAAA');
    expect(await avatarOf(new Blob())).toBe('data:image/png;base64,AAAA');
  });

  it.each(['data:,', 'data:image/jpeg;base64,AAAA', 'x data:image/png;base64,AAAA'])(
    'is never %s',
    async (address) => {
      setUp(10, 10, address);
      expect(await avatarOf(new Blob())).toBeNull();
    },
  );

  it('is at most as long as the server accepts', async () => {
    const longest = 'data:image/webp;'.padEnd(200_000, 'A');
    setUp(10, 10, longest);
    expect(await avatarOf(new Blob())).toBe(longest);
    setUp(10, 10, `${longest}A`);
    expect(await avatarOf(new Blob())).toBeNull();
  });

  it('is none when the file is no picture', async () => {
    Object.assign(globalThis, {
      createImageBitmap: () => Promise.reject(new DOMException('', 'InvalidStateError')),
    });
    expect(await avatarOf(new Blob())).toBeNull();
  });
});
