import type { ReferenceKeys } from '../settings.ts';
import type { ReplyBody } from '../seams.ts';
import { type Refusal, refusals } from './errors.ts';
import { type Forms, soundForms } from './forms.ts';
import type { Metadata, Order } from './records.ts';

/** Which data a request can use, or why it can use none. */
export type Access = 'test' | 'live' | 'missing' | 'otherScheme' | 'wrong' | 'public';

export type Prefixed = 'payment' | 'capture' | 'refund' | 'token' | 'consumer' | 'merchant';

/** The operations that take metadata. */
export type MetadataOf = 'create' | 'capture' | 'refund' | 'update';

export type TokenAction = 'suspend' | 'resume' | 'delete';

/** What a request is about to do with a token. */
export type TokenUse = TokenAction | 'get' | 'create';

/** The address parts that accompany a postal code. */
export interface AddressParts {
  readonly line1?: string | undefined;
  readonly line2?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
}

/** What is decided about a request before its payment or token is read. */
export interface RequestRules extends Forms {
  /** From the Authorization header (resource, Authentication 2 and 5). */
  access(authorization: string | undefined, keys: ReferenceKeys): Access;
  /** Whether the version header's value is known; a missing one is accepted (resource, Versioning). */
  versionKnown(version: string | undefined): boolean;
  /** Whether a wrong version is reported before an error of the content; the document gives no order. */
  versionFirst(): boolean;
  mediaTypeSupported(contentType: string | undefined): boolean;
  /** Whether a body must be there, braces at least (resource, POST /payments/{id}/captures). */
  bodyNeeded(operation: string): boolean;
  /** Content as it is read: null may count as left out. */
  contentRead(content: unknown): unknown;
  /** Whether content is taken, by its text; `bytesFit`: by the bytes in it that are no text. */
  formFits(text: string): boolean;
  bytesFit(text: string): boolean;
  /** Whether the texts, and the numbers, of content are taken. */
  textsFit(content: unknown): boolean;
  numbersFit(content: unknown): boolean;
  /** Content with pairs of other values than texts as they are read. */
  pairsRead(content: unknown): unknown;
  /** The content without what counts as left out. */
  contentNulls(content: unknown, operation: string): unknown;
  /** Whether an id in a path is one that a payment, or a token, may have. */
  idFits(of: 'payment' | 'token', id: string): boolean;
  /** Whether content with empty texts and lists is accepted. */
  emptyFits(content: unknown, operation: string): boolean;
  /** Whether an update names something to change. */
  changesFit(changes: object): boolean;
  /** Whether an error of the body is reported before one of the state. */
  bodyFirst(): boolean;
  /** The refusal of content that is JSON, before an operation looks at it. */
  contentFits(operation: string, content: unknown): Refusal | undefined;
  /** At most 20 pairs (resource, Limits). */
  metadataFits(metadata: Metadata, within: MetadataOf): boolean;
  /** `NNN-NNNN` (resource, Limits). */
  zipFits(zip: string): boolean;
  /** At least one further part must accompany the postal code. */
  addressComplete(parts: AddressParts): boolean;
  currencyKnown(currency: string): boolean;
  /** What may be authorized; the document gives no limits, so anything above zero. */
  amountFits(amount: number): boolean;
  /** Whether the amount may differ from the sum of items, tax and shipping; the document does not say. */
  totalFits(amount: number, order: Pick<Order, 'items' | 'tax' | 'shipping'>): boolean;
  /** Whether an order may have these items; the document shows no limits. */
  itemsFit(items: Order['items']): boolean;
  /** Whether an amount with this fraction of a yen is accepted; the document allows any number. */
  fractionFits(amount: number): boolean;
  walletIdFits(walletId: string): boolean;
  reasonAllowed(action: TokenAction, code: string): boolean;
  prefix(of: Prefixed): string;
  /** Whether new ids are counted, without random characters. */
  readonly countsIds: boolean;
  /** The refusal of a path that no operation has. */
  pathRefusal(): Refusal;
  /** The method as which a request to a path of this pattern is served. */
  methodTaken(method: string, path: string): string;
  /** The refusal of a method that a path does not have. */
  methodRefusal(): Refusal;
  /** The HTTP status and the code of that refusal. */
  methodHttp(http: number): number;
  methodCode(code: string): string;
  /** The code of the refusal of another media type. */
  mediaTypeCode(code: string): string;
  errorObject(refusal: Refusal, reference: string): ReplyBody;
}

const bearer = /^Bearer +(\S+)$/i;
const zip = /^\d{3}-\d{4}$/;
const currentVersion = '2018-04-10';

const reasons: Readonly<Record<TokenAction, ReadonlySet<string>>> = {
  suspend: new Set(['consumer.requested', 'merchant.requested', 'fraud.suspected', 'general']),
  resume: new Set(['consumer.requested', 'merchant.requested', 'general']),
  delete: new Set([
    'consumer.requested',
    'subscription.expired',
    'merchant.requested',
    'fraud.detected',
    'general',
  ]),
};

const prefixes: Readonly<Record<Prefixed, string>> = {
  payment: 'pay_',
  capture: 'cap_',
  refund: 'ref_',
  token: 'tok_',
  consumer: 'con_',
  merchant: 'mer_',
};

/** The rules as the document has them. */
export const soundRequestRules: RequestRules = {
  access(authorization, keys) {
    const key = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
    if (authorization === undefined || authorization === '') return 'missing';
    if (key === undefined) return 'otherScheme';
    if (key === keys.secretKey) return 'test';
    if (key === keys.liveSecretKey) return 'live';
    return key === keys.publicKey || key === keys.livePublicKey ? 'public' : 'wrong';
  },
  versionKnown: (version) => version === undefined || version === currentVersion,
  versionFirst: () => true,
  mediaTypeSupported: (type) => type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json',
  bodyNeeded: (operation) => operation !== 'payments.close',
  contentRead: (content) => content,
  formFits: () => true,
  bytesFit: () => true,
  textsFit: () => true,
  numbersFit: () => true,
  pairsRead: (content) => content,
  contentNulls: (content) => content,
  idFits: () => true,
  emptyFits: () => true,
  changesFit: () => true,
  bodyFirst: () => true,
  contentFits: () => undefined,
  metadataFits: (metadata) => Object.keys(metadata).length <= 20,
  zipFits: (value) => zip.test(value),
  addressComplete: (parts) =>
    [parts.line1, parts.line2, parts.city, parts.state].some((part) => part !== undefined && part !== ''),
  currencyKnown: (currency) => currency === 'JPY',
  amountFits: (amount) => amount > 0,
  totalFits: () => true,
  itemsFit: () => true,
  fractionFits: () => true,
  walletIdFits: (walletId) => walletId !== '',
  reasonAllowed: (action, code) => reasons[action].has(code),
  prefix: (of) => prefixes[of],
  countsIds: false,
  pathRefusal: () => refusals.notFound,
  methodTaken: (method) => method,
  methodRefusal: () => refusals.method,
  methodHttp: (http) => http,
  methodCode: (code) => code,
  mediaTypeCode: (code) => code,
  ...soundForms,
  errorObject: (refusal, reference) => ({
    reference,
    status: String(refusal.http),
    code: refusal.code,
    title: refusal.title,
    description: refusal.description,
  }),
};
