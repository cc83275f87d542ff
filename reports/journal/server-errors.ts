import type { ExchangeRecord } from '../../harness/records/exchange-records.ts';
import type { FailureRecord } from '../../harness/records/failure-record.ts';
import { redacted, withoutConsumers } from '../../harness/secrets/redact.ts';
import type { CertifiedServerError } from '../certificate/certificate-schema.ts';

/** A request and its answer, in words. */
export interface Exchanged {
  readonly step: string;
  readonly request: string;
  readonly answer: string;
}

/** A kind of request that the target answers with an error of its own each time. */
export interface ServerError {
  /** What is asked: `update all`, `a request with U+0000 in a text`. */
  readonly request: string;
  readonly http: number;
  /** How often it was sent, and how often it was answered so. */
  readonly times: number;
  readonly example: { readonly sequence: string; readonly steps: readonly Exchanged[] };
}

/** What a text may hold that servers fail on, wherever it stands; by the JSON of a request. */
const traits: readonly (readonly [name: string, isIn: RegExp])[] = [
  ['U+0000 in a text', /(?<!\\)(?:\\\\)*\\u0000/],
];

/** An answer of a gateway speaks of no request. */
const ofGateways: ReadonlySet<number> = new Set([502, 503, 504]);

/** Fewer are chance: of two requests of some kind, both may meet an error that comes now and then. There are many kinds, and few traits. */
const fewestTimes = { kind: 3, trait: 2 } as const;

interface Group {
  readonly request: string;
  readonly of: keyof typeof fewestTimes;
  /** What it is a part of, which is reported instead. */
  readonly within?: Group;
  /** `operation kind` of all that were counted. */
  readonly kinds: Set<string>;
  sent: number;
  failed: number;
  /** Of the shortest sequence. */
  example?: readonly ExchangeRecord[];
}

/** Counts answers of the 5xx range by kinds of requests. They are documented, so they break no statement ('Internal service error'). */
export class ServerErrors {
  readonly #groups = new Map<string, Group>();

  /** `before`: the requests of its sequence up to this one. */
  add(exchange: ExchangeRecord, before: readonly ExchangeRecord[]): void {
    const { reply, phase } = exchange;
    if (reply === undefined || exchange.control === true || phase !== 'explore' || before.length === 0)
      return;
    if (ofGateways.has(reply.http)) return;
    for (const group of this.#groupsOf(exchange)) {
      group.kinds.add(shapeOf(exchange));
      group.sent += 1;
      if (reply.http < 500) continue;
      group.failed += 1;
      // Of a kind that was answered otherwise before, no example is needed.
      if (group.failed === group.sent && before.length < (group.example?.length ?? Infinity))
        group.example = [...before];
    }
  }

  #groupsOf({ suite, operation, kind, request }: ExchangeRecord): readonly Group[] {
    const trait = traits.find(([, isIn]) => isIn.test(request.body ?? ''))?.[0];
    if (trait === undefined) return [this.#group(suite, `${operation} ${kind}`, 'kind')];
    const all = this.#group(suite, `a request with ${trait}`, 'trait');
    return [all, this.#group(suite, `${operation} with ${trait}`, 'trait', all)];
  }

  #group(suite: string, request: string, of: Group['of'], within?: Group): Group {
    const key = `${suite} ${request}`;
    const known = this.#groups.get(key);
    if (known !== undefined) return known;
    const group: Group = { request, of, kinds: new Set(), sent: 0, failed: 0, ...(within && { within }) };
    this.#groups.set(key, group);
    return group;
  }

  /** The kinds that were answered so each time, apart from those that failures accuse. */
  eachTime(failures: readonly FailureRecord[]): readonly ServerError[] {
    const accused = new Set(
      failures.flatMap(({ transcript }) => transcript.slice(-1)).map((last) => shapeOf(last)),
    );
    const isTold = ({ of, sent, failed, kinds }: Group): boolean =>
      failed === sent && sent >= fewestTimes[of] && ![...kinds].some((kind) => accused.has(kind));
    return [...this.#groups.values()].flatMap((group) => {
      const { request, sent, example, within } = group;
      const last = example?.at(-1);
      if (example === undefined || last === undefined || !isTold(group)) return [];
      if (within !== undefined && isTold(within)) return [];
      const shown = { sequence: last.sequence, steps: example.map((one) => exchanged(one)) };
      return [
        redacted({ request, http: last.reply?.http ?? 500, times: sent, example: shown }, withoutConsumers),
      ];
    });
  }
}

const shapeOf = ({ operation, kind }: { readonly operation: string; readonly kind: string }): string =>
  `${operation} ${kind}`;

/** A request and its answer, in words. */
export function exchanged({ step, request, reply, lost }: ExchangeRecord): Exchanged {
  const { method, url, body } = request;
  return {
    step,
    request: `${method} ${url}${body === undefined ? '' : ` ${body}`}`,
    answer: reply === undefined ? (lost ?? 'no answer') : `${reply.http} ${reply.body}`,
  };
}

/** That a kind of request is answered with a 5xx each time. */
export function serverErrorWarning({
  request,
  http,
  times,
}: Pick<CertifiedServerError, 'request' | 'http' | 'times'>): string {
  return `${request} is answered with ${http} each time: ${times} of ${times}`;
}

/** The shortest sequence that shows it, a line a request; `show` prepares the text of a request or an answer. */
export function serverErrorLines(
  { example }: CertifiedServerError,
  show: (text: string) => string = (text) => text,
): readonly string[] {
  return example.steps.map(({ step, request, answer }) => `${step}  ${show(request)} → ${show(answer)}`);
}
