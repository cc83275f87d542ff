import { exampleOf, Exactly, match, Matcher, shown, type Matched } from './match.ts';
import { isPlain, type Ids } from './references.ts';

/** A schema of any library that follows Standard Schema (https://standardschema.dev), such as zod, valibot and arktype. */
export interface Schema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated | Promise<Validated>;
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

type PathPart = PropertyKey | { readonly key: PropertyKey };
interface Validated {
  readonly issues?:
    readonly { readonly message: string; readonly path?: readonly PathPart[] | undefined }[] | undefined;
}

/** A part of a value, as deep as it goes: fields may be left out, and none may be added. */
export type Part<T> = T extends readonly (infer E)[]
  ? readonly Part<E>[]
  : T extends object
    ? { readonly [K in keyof T]?: Part<T[K]> }
    : T;

/** An answer over HTTP. Header names are in small letters. */
export interface HttpReply<B = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: B;
}

/** What a call of a function threw, as a reply: functions of the process answer so. */
export class Thrown {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** The reply of a function that gives nothing: `undefined` would be no reply. */
export const nothing = Symbol('nothing');

/** What a call gave, as a reply. */
export const received = (given: unknown): unknown => (given === undefined ? nothing : given);

/** One thing that is asked of a reply. */
export interface Claim {
  readonly about: 'status' | 'header' | 'body' | 'schema' | 'reply' | 'throws';
  /** In a few words, for people. */
  words(): string;
  match(reply: unknown, ids: Ids): Matched;
  /** Adds what it asks for to an example of a reply. */
  example(reply: unknown): unknown;
}

/** How often a call is made again until it is answered as expected. */
export interface Polling {
  /** Milliseconds between two calls. */
  readonly every: number;
  /** Milliseconds of waiting, at most. The time that the calls take is not counted. */
  readonly within: number;
}

/** One permitted answer, and what it makes of the state: what `expect` of an operation gives. */
export class Permitted<S> {
  readonly claims: readonly Claim[];
  readonly named: string | undefined;
  /** Undefined: the state stays as it is. */
  readonly next: { readonly state: S } | { readonly by: (reply: never) => S } | undefined;
  readonly polling: Polling | undefined;

  constructor(
    claims: readonly Claim[],
    named: string | undefined,
    next: Permitted<S>['next'],
    polling?: Polling,
  ) {
    this.claims = claims;
    this.named = named;
    this.next = next;
    this.polling = polling;
  }
}

/** What ends an answer: what becomes of the state. */
export interface Ending<S, R> {
  /** The rule that requires this answer, by which it is reported: an id or a sentence. Default: one that is made of the operation and the status. */
  rule(rule: string): this;
  /** The state is the same afterwards. */
  sameState(): Permitted<S>;
  /** The state afterwards, or what makes it of the reply where it depends on what the system has chosen. */
  then(next: S | ((reply: R) => S)): Permitted<S>;
}

/** An answer while it is described. Each method gives a new one. `R` is the reply as far as it is described. */
export interface Answer<S, R> extends Ending<S, R> {
  status(status: number): Answer<S, R>;
  /** A header of the reply; its name in any case. */
  header(name: string, value: string): Answer<S, R>;
  /** The body must fit this schema, and a pattern of it is checked against its type by the compiler. */
  schema<B>(schema: Schema<B>): TypedAnswer<S, B>;
  /** The body has these fields, and may have others; lists have exactly these items. A field that is `undefined` must be absent. */
  body<B>(pattern: B): Answer<S, HttpReply<B>>;
  /** The whole reply, compared as `body` does: for what is no HTTP. */
  reply<T>(pattern: T): Answer<S, T>;
  /** The function throws, with this message where it is given. */
  throws(message?: string): Answer<S, Thrown>;
}

/** An answer whose body has a schema. */
export interface TypedAnswer<S, B> extends Ending<S, HttpReply<B>> {
  status(status: number): TypedAnswer<S, B>;
  header(name: string, value: string): TypedAnswer<S, B>;
  body(pattern: Part<B>): TypedAnswer<S, B>;
}

interface Kinds {
  (type: StringConstructor): string;
  (type: NumberConstructor): number;
  (type: BooleanConstructor): boolean;
}

/** Describes permitted answers: `expect.status(200).body({ balance: 5 }).then(next)`. */
export interface Expect<S> extends Answer<S, HttpReply> {
  /** Any text, number or truth value. */
  readonly any: Kinds;
  /** Anything but `undefined` and `null`. */
  anything(): never;
  /** What such a test accepts, told by a name. `example` is presumed in simulations. Typed as what it stands for. */
  that<T>(name: string, test: (value: unknown) => boolean, example: T): T;
  /** A value with no other fields than these, at any depth. */
  exactly<T>(pattern: T): T;
}

/** Weights of claims: what tells one answer from another counts more than what it holds. */
export const isDeciding = ({ about }: Claim): boolean => about === 'status' || about === 'throws';

function claim(
  about: Claim['about'],
  at: string,
  pattern: unknown,
  read: (reply: unknown) => unknown,
): Claim {
  return {
    about,
    words: () => `${at} ${shown(pattern)}`,
    match: (reply, ids) => match(at, pattern, read(reply), ids),
    example: (reply) =>
      about === 'reply' ? exampleOf(pattern) : { ...(isPlain(reply) && reply), [at]: exampleOf(pattern) },
  };
}

const field = (name: string) => (reply: unknown) =>
  typeof reply === 'object' && reply !== null
    ? (reply as Readonly<Record<string, unknown>>)[name]
    : undefined;

function fits(schema: Schema<unknown>): Claim {
  return {
    about: 'schema',
    words: () => `a body that fits its ${schema['~standard'].vendor} schema`,
    example: (reply) => reply,
    match: (reply) => {
      const body = field('body')(reply);
      const validated = schema['~standard'].validate(body);
      if (validated instanceof Promise)
        throw new Error(
          'a schema that validates asynchronously can not judge a reply: give one that does not',
        );
      const mismatches = (validated.issues ?? []).map(({ message, path = [] }) => ({
        at: ['body', ...path.map((part) => String(typeof part === 'object' ? part.key : part))].join('.'),
        expected: `as its schema: ${message}`,
        received: shown(body),
      }));
      return { mismatches, ids: {} };
    },
  };
}

const threw = (message?: string): Claim => ({
  about: 'throws',
  words: () => (message === undefined ? 'an error' : `the error ${shown(message)}`),
  example: () => new Thrown(message ?? 'an error'),
  match: (reply, ids) => {
    if (!(reply instanceof Thrown))
      return {
        mismatches: [{ at: 'it', expected: 'throws an error', received: `gives ${shown(reply)}` }],
        ids: {},
      };
    return message === undefined ? { mismatches: [], ids: {} } : match('error', message, reply.message, ids);
  },
});

/** Describes an answer. Immutable, so that a part of it can be shared. */
class Describing {
  readonly claims: readonly Claim[];
  readonly named: string | undefined;

  constructor(claims: readonly Claim[] = [], named?: string) {
    this.claims = claims;
    this.named = named;
  }

  status(status: number) {
    return this.#with(claim('status', 'status', status, field('status')));
  }

  header(name: string, value: string) {
    const small = name.toLowerCase();
    const read = (reply: unknown) => field(small)(field('headers')(reply));
    return this.#with({
      ...claim('header', `header ${small}`, value, read),
      example: (reply) => ({
        ...(isPlain(reply) && reply),
        headers: { ...(field('headers')(reply) as object | undefined), [small]: exampleOf(value) },
      }),
    });
  }

  schema(schema: Schema<unknown>) {
    return this.#with(fits(schema));
  }

  body(pattern: unknown) {
    return this.#with(claim('body', 'body', pattern, field('body')));
  }

  reply(pattern: unknown) {
    return this.#with(claim('reply', 'reply', pattern, (reply) => (reply === nothing ? undefined : reply)));
  }

  throws(message?: string) {
    return this.#with(threw(message));
  }

  rule(rule: string) {
    return new Describing(this.claims, rule);
  }

  sameState() {
    return new Permitted<unknown>(this.claims, this.named, undefined);
  }

  // The word of the models that it is written for; nobody awaits a description.
  // oxlint-disable-next-line unicorn/no-thenable
  then(next: unknown) {
    const made = typeof next === 'function' ? { by: next as (reply: never) => unknown } : { state: next };
    return new Permitted<unknown>(this.claims, this.named, made);
  }

  #with(one: Claim): Describing {
    return new Describing([...this.claims, one], this.named);
  }
}

const kinds = { String: 'a text', Number: 'a number', Boolean: 'true or false' } as const;

/** With what `expect` has beside the answers. */
class DescribingAnything extends Describing {
  any(type: StringConstructor | NumberConstructor | BooleanConstructor) {
    const example = type('');
    return new Matcher(
      type === String ? kinds.String : type === Number ? kinds.Number : kinds.Boolean,
      (value) => typeof value === typeof example,
      example,
    );
  }

  anything() {
    return new Matcher('anything', (value) => value !== undefined && value !== null, 'anything');
  }

  that(name: string, test: (value: unknown) => boolean, example: unknown) {
    return new Matcher(name, test, example);
  }

  exactly(pattern: unknown) {
    return new Exactly(pattern);
  }
}

/** `expect` of a machine with such a state. */
export function expecting<S>(): Expect<S> {
  return new DescribingAnything() as unknown as Expect<S>;
}

/** Whether a value is an answer that says nothing of the state yet. */
export const isUnfinished = (value: unknown): boolean => value instanceof Describing;

/**
 * An answer that comes after a while: the call is made again until its answer is this one, or the time is over. The last answer is judged. The waits
 * are those of the system (`wait`), so that a test with a clock of its own waits for nothing.
 *
 * @example
 * ```ts
 * import { eventually, machine } from 'payproof/engine';
 *
 * export const jobs = machine({
 *   state: 'none' as 'none' | 'queued' | 'done',
 *   operations: ({ operation, expect }) => [
 *     operation('submit', {
 *       when: (state) => state === 'none',
 *       expect: () => expect.status(202).then('queued'),
 *     }),
 *     operation('result', {
 *       when: (state) => state !== 'none',
 *       expect: () =>
 *         eventually(expect.status(200).body({ status: 'done' }).then('done'), { every: 100, within: 5000 }),
 *     }),
 *   ],
 * });
 * ```
 */
export function eventually<S>(answer: Permitted<S>, polling: Polling): Permitted<S> {
  if (!(polling.every > 0) || !(polling.within >= polling.every))
    throw new Error(
      `eventually needs a pause (every, ms) and a longest wait (within, ms) that is no shorter: not ${shown(polling)}`,
    );
  return new Permitted(answer.claims, answer.named, answer.next, polling);
}
