/** WAV files of 8 kHz, 8 bit, one channel; browsers recognize them whatever their file extension is. */
const rate = 8_000;

function wave(samples: Buffer): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

export const silence = (seconds: number): Buffer => wave(Buffer.alloc(seconds * rate, 128));

/** Pitch in hertz of a second of `tones`, so that the second can be heard. */
export const pitches = { first: 300, perSecond: 12, marker: 3_050 } as const;

/** A tone that rises each second, above a constant one that marks the file. */
export function tones(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * rate);
  for (let at = 0; at < samples.length; at++) {
    const turns = (2 * Math.PI * at) / rate;
    const pitch = pitches.first + pitches.perSecond * Math.floor(at / rate);
    samples[at] = 128 + 45 * Math.sin(turns * pitch) + 45 * Math.sin(turns * pitches.marker);
  }
  return wave(samples);
}
