import type { Case } from './case.ts';
import { hostileBodies } from './cases/bodies.ts';
import { brokenHttp } from './cases/broken-http.ts';
import { wireCases } from './wires/all-wires.ts';
import { wrongClocks } from './cases/clocks.ts';
import { deaths } from './cases/deaths.ts';
import { hostileSenders } from './cases/senders.ts';
import { untrustedCertificates } from './cases/tls.ts';
import { echoes } from './cases/echoes.ts';
import { hostileIds } from './cases/ids.ts';
import { losses, lostCaptures } from './cases/losses.ts';
import { oddNetworks } from './cases/odd-networks.ts';
import { strictPrivacy } from './cases/privacy.ts';
import { sound } from './cases/sound.ts';
import { hostileTexts } from './cases/texts.ts';

/** What the memory of every other case is compared with. */
export const soundCase = sound;

/** Every hostile behaviour. */
export const allCases: readonly Case[] = [
  ...brokenHttp,
  ...hostileBodies,
  ...hostileIds,
  ...hostileTexts,
  ...echoes,
  ...losses,
  ...lostCaptures,
  ...deaths,
  ...oddNetworks,
  ...wrongClocks,
  ...untrustedCertificates,
  ...hostileSenders,
  ...wireCases,
  strictPrivacy,
];
