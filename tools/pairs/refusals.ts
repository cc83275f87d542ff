import { otherTexts, openChecksums, wrongChecksums } from '../../generators/legacy/checksums.ts';
import { bodyMutations, keyMutations, pathMutations } from '../../generators/request-mutations.ts';
import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import { grouped } from '../../reports/words/plain.ts';

export interface RefusalCoverage {
  readonly possible: number;
  /** Each `operation: kind`. */
  readonly untried: readonly string[];
}

/** What may be wrong with a request whatever it asks for. */
const ofAny: ReadonlySet<string> = new Set(
  Object.keys({ ...keyMutations, ...pathMutations, ...wrongChecksums, ...bodyMutations }),
);
const ofBodies: ReadonlySet<string> = new Set(Object.keys(bodyMutations));
/** Open points: one operation is enough. */
const open: ReadonlySet<string> = new Set(Object.keys(openChecksums));
const families = /^(?:key|public key|version|method|checksum) ?/;
/** Only the checksum of authorize has several parts. */
const ofAuthorize: ReadonlySet<string> = new Set(otherTexts);
/** These are about a payment or a capture that a request names, not about requests as such. */
const ofEntities = /^checksum of /;

/** What can't be tried: the settings give the path of authorize, a PUT to the path of get is an update, and an update needs no field. */
const impossible: ReadonlySet<string> = new Set([
  'legacy authorize: unknown path',
  'resource get: method PUT',
  'resource update: no body',
]);

/** Operations whose requests need no body of their own. */
const withoutBody: ReadonlySet<string> = new Set(['get', 'close', 'token-get', 'token-list']);

/** Which operations of an interface were tried with each kind of wrong request that any of them was tried with. */
export function refusalCoverage(
  name: 'legacy' | 'resource',
  exchanges: readonly ExchangeRecord[],
): RefusalCoverage {
  const byOperation = grouped(exchanges, ({ operation }) => operation);
  const kinds = [...new Set(exchanges.map(({ kind }) => kind))].filter(isOfAny);
  const possible = [...byOperation].flatMap(([operation, all]) => {
    const own = new Set(
      all.filter(({ kind }) => !isOfAny(kind)).map(({ request }) => `method ${request.method}`),
    );
    const fits = (kind: string): boolean =>
      !own.has(kind) &&
      !(ofAuthorize.has(kind) && operation !== 'authorize') &&
      !impossible.has(`${name} ${operation}: ${kind}`) &&
      !(name === 'resource' && ofBodies.has(kind) && withoutBody.has(operation));
    return kinds
      .filter(fits)
      .map((kind) => ({ operation, kind, tried: all.some((one) => one.kind === kind) }));
  });
  return {
    possible: possible.length,
    untried: possible.flatMap(({ operation, kind, tried }) => (tried ? [] : [`${operation}: ${kind}`])),
  };
}

const isOfAny = (kind: string): boolean =>
  (ofAny.has(kind) || families.test(kind)) && !ofEntities.test(kind) && !open.has(kind);
