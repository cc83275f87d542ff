import type { Span } from '../spec/instants.ts';
import type { OperationName } from '../spec/operations.ts';
import type { ChecksumCorruption, Credential, Spelling, WrongVersion } from '../spec/wire-names.ts';
import type { Json } from '../engine/model.ts';

/** How the checksum of a legacy body is made; the harness adds the secret (legacy, Authentication). */
export interface ChecksumRecipe {
  /** What follows the secret in the hashed string. */
  readonly of: string;
  readonly encoding: 'hex' | 'base64';
  /** What is wrong with the checksum, under the key that stored journals have. Absent: nothing. */
  readonly corruption?: ChecksumCorruption;
}

/** A concrete request to the target, without keys, secret and checksum: the harness adds those. */
export interface ApiCall {
  readonly to: 'legacy' | 'resource';
  readonly operation: OperationName;
  readonly method: string;
  /** Absolute path with its ids filled in. The legacy authorize path is taken from the settings when this is `authorize`. */
  readonly path: string;
  /** JSON body; absent: no body. */
  readonly body?: Json;
  /** Sent as it is in place of `body`, for malformed content. */
  readonly rawBody?: string;
  /** True: the body begins with an unknown field, whose text is not UTF-8. */
  readonly strayBytes?: true;
  /** Default `application/json`; null: no content type. */
  readonly contentType?: string | null;
  /** How it is written, where not in the usual way. */
  readonly spelling?: Spelling;
  readonly credential: Credential;
  readonly checksum?: ChecksumRecipe;
  /** The version header of the resource interface. Default: the one of the settings. */
  readonly version?: WrongVersion;
  /** So long after the reply before it is it sent, ms: what a target does within one second of its clock, an instant in seconds does not show. */
  readonly pauseMs?: number;
  /**
   * What it needs of what the target's operator gives out: the id in the path is a placeholder, and the run chooses which; `pin` has no id: a
   * person will read the PIN that this request has sent.
   */
  readonly given?: GivenSort;
  /** Of a request that may count as one on what others have: so many more of them are under way. Default: none. */
  readonly others?: number;
}

/** What the settings may give of its sort, each for one sequence at a time. */
export type GivenSort = 'token' | 'payment' | 'legacy-payment' | 'pin';

/** The placeholder of its id. */
export const givenId = (sort: GivenSort): string => `given-${sort}`;

/** A request to the control interface (never judged). */
export interface ControlCall {
  readonly to: 'control';
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  /** True: there is no such request, a person is asked instead. */
  readonly ofPerson?: true;
}

export type Call = ApiCall | ControlCall;

/** Whether nothing stands in a call's body, or blanks alone. */
export function hasNoBody({ body, rawBody = '' }: Pick<ApiCall, 'body' | 'rawBody'>): boolean {
  return body === undefined && rawBody.trim() === '';
}

/** Whether a call only reads: what GET asks for, and the status of a payment (legacy, Endpoints: Status is a POST as well). */
export function isRead({ method, operation }: Pick<Call, 'method' | 'operation'>): boolean {
  return method === 'GET' || operation === 'status';
}

/** A reply as the models judge it. The body is hostile: it may hold anything. */
export interface Reply {
  readonly http: number;
  readonly contentType: string;
  /** The parsed JSON, or undefined when the body was empty or not JSON. */
  readonly body: unknown;
  /** Why a text counts as no JSON, in words for people; absent where it is JSON or empty. */
  readonly unparsed?: string;
  /** The bounded raw text. */
  readonly text: string;
  /** Our clock when the request was sent and when the reply was complete, in ms since the epoch. */
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The ids in it that others of the run were given before, such as another payment of another sequence. Absent: none. */
  readonly givenBefore?: readonly string[];
}

/** When a request was sent and when its answer was complete, by our clock, ms since the epoch: it was executed in between. */
export type Sent = Pick<Reply, 'sentAt' | 'receivedAt'>;

/** The target's clock less ours, ms, as far as it is known. */
export interface ClockReading extends Span {
  /** Our clock when it was read. Absent: it is only an estimate, by dates that another machine may have written. */
  readonly readAt?: number;
}

/** A notification as it reached the receiver. */
export interface Notification {
  /** Our clock at arrival, in ms since the epoch. */
  readonly receivedAt: number;
  readonly body: unknown;
  /** Why a text counts as no JSON, in words for people; absent where it is JSON or empty. */
  readonly unparsed?: string;
  readonly text: string;
  readonly contentType: string;
  /** The HTTP method. Absent where a receiver takes POST only. */
  readonly method?: string;
  /** The path that it came to, where it is not that of the URL that was set, and nothing is known to lie between that may have changed it. */
  readonly otherPath?: string;
}
