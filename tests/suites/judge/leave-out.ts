import type { RecordedExchange, Traffic, Unread } from '../../../harness/traffic/traffic.ts';

/** A generator of numbers from 0 to 1 that gives the same for the same seed. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

const isApi = ({ url }: RecordedExchange): boolean => !new URL(url).pathname.startsWith('/control/');

const some =
  (change: (exchange: RecordedExchange) => RecordedExchange) =>
  (traffic: Traffic, chosen: () => boolean): Traffic => ({
    ...traffic,
    exchanges: traffic.exchanges.map((one) => (isApi(one) && chosen() ? change(one) : one)),
  });

/** Takes exchanges out, as a file has them that holds damaged entries in their place. */
const damaged =
  (textsOf: (exchange: RecordedExchange) => readonly string[]) =>
  (traffic: Traffic, chosen: () => boolean): Traffic => {
    const unread: Unread[] = [];
    const exchanges = traffic.exchanges.filter((one) => {
      if (!isApi(one) || !chosen()) return true;
      unread.push({ number: one.number, why: 'damaged', since: one.sentAt, texts: textsOf(one) });
      return false;
    });
    return { ...traffic, exchanges, unread, damaged: unread.length };
  };

const sentText = ({ body = '' }: RecordedExchange): string => body;
const masked = (exchange: RecordedExchange): RecordedExchange =>
  exchange.body === undefined
    ? exchange
    : { ...exchange, body: exchange.body.replace(/"checksum":"(?:[^"\\]|\\.)*"/, '"checksum":"***"') };

/** What a recorder may leave out here and there, with the share of requests that it concerns. */
export const leftOutHereAndThere = {
  'answers that were lost': { share: 0.2, of: some(({ reply: _none, ...rest }) => rest) },
  'bodies of requests that were not kept': {
    share: 0.2,
    of: some(({ body, ...rest }) => (body === undefined ? rest : { ...rest, isBodyUnseen: true })),
  },
  'masked checksums': { share: 0.2, of: some(masked) },
  'damaged entries that show their texts': {
    share: 0.05,
    of: damaged((one) => [one.url, sentText(one), one.reply?.body ?? '']),
  },
  'damaged entries that show nothing': { share: 0.01, of: damaged(() => []) },
} as const;

/** The traffic without some of it; the seed chooses what. */
export function leavingOut(
  traffic: Traffic,
  { share, of }: (typeof leftOutHereAndThere)[keyof typeof leftOutHereAndThere],
  seed: number,
): Traffic {
  const next = numbersOf(seed);
  return of(traffic, () => next() < share);
}
