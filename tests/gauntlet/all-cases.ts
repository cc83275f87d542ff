import { type Case, briefly } from './case.ts';
import { hostileBodies } from './cases/bodies.ts';
import { brokenHttp } from './cases/broken-http.ts';
import { wireCases } from './wires/all-wires.ts';
import { wrongClocks } from './cases/clocks.ts';
import { deaths } from './cases/deaths.ts';
import { hostileSenders } from './cases/senders.ts';
import { untrustedCertificates } from './cases/tls.ts';
import { echoes } from './cases/echoes.ts';
import { hostileIds } from './cases/ids.ts';
import { largeValues } from './cases/large-values.ts';
import { losses, lostCaptures } from './cases/losses.ts';
import { oddNetworks } from './cases/odd-networks.ts';
import { strictPrivacy } from './cases/privacy.ts';
import { hostileTexts } from './cases/texts.ts';
import { behindProxy } from './support/reference-target.ts';

/** The reference behind a proxy that changes nothing. Few requests leave rows untested, so that there is no verdict. */
const sound: Case = {
  name: 'a sound target',
  args: briefly,
  expect: { exit: [0, 3], begins: true },
  start: () => behindProxy({}),
};

/** What the memory of every other case is compared with. */
export const soundCase = sound;

/** Every hostile behaviour. */
export const allCases: readonly Case[] = [
  ...brokenHttp,
  ...hostileBodies,
  ...largeValues,
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
