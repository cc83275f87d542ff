import { createRandom } from '../setups/random.ts';

/** What may happen to a file on a disk. */
export const damages = ['cut', 'flipped', 'doubled', 'emptied', 'overwritten', 'holed'] as const;

/** A file with seeded damage of a kind. */
export function damaged(file: Buffer, kind: (typeof damages)[number], seed: number): Buffer {
  const below = createRandom(seed);
  const at = below(file.length);
  switch (kind) {
    case 'cut':
      return file.subarray(0, at);
    case 'flipped': {
      const bytes = Buffer.from(file);
      for (let count = 0; count <= below(40); count += 1) {
        const place = below(bytes.length);
        bytes[place] = (bytes[place] ?? 0) ^ (1 << below(8));
      }
      return bytes;
    }
    case 'doubled': {
      const lines = file.toString('latin1').split('\n');
      const from = below(lines.length - 1);
      return Buffer.from(
        lines.toSpliced(from, 0, ...lines.slice(from, from + 1 + below(5))).join('\n'),
        'latin1',
      );
    }
    case 'emptied':
      return seed % 2 === 0 ? Buffer.alloc(0) : Buffer.from(file).fill(0, at);
    case 'overwritten': {
      const noise = Buffer.from(Array.from({ length: 100 }, () => below(256)));
      return Buffer.concat([file.subarray(0, at), noise, file.subarray(at + noise.length)]);
    }
    case 'holed':
      return Buffer.concat([
        file.subarray(0, at),
        file.subarray(at + below(Math.min(5000, file.length - at))),
      ]);
  }
}
