import type { Json } from '../engine/model.ts';
import type { Means } from '../spec/requirement.ts';

/** A consumer account that the target's operator gives out for testing. */
export interface Persona {
  readonly email: string;
  readonly phone: string;
  readonly test: boolean;
  readonly pin?: string;
}

/** A payment that was made elsewhere, such as in the checkout app, as its maker describes it. */
export interface GivenPayment {
  readonly id: string;
  /** A decimal. */
  readonly amount: string;
  /** Its items, with the names that the interface gives their fields. Empty: not known. */
  readonly lines: readonly { readonly [name: string]: Json }[];
}

/** A payment of the legacy interface that was made elsewhere, and is untouched since. */
export interface GivenLegacyPayment {
  readonly id: string;
  /** As an authorization would send it: items, tax, shipping, total_amount. */
  readonly order: { readonly [name: string]: Json };
}

/** Values by the names that a request has for them. */
export type GivenValues = Readonly<Record<string, string>>;

/** What a target demands of the data, as its operator says: each request that is meant to be accepted carries these values. */
export interface GivenData {
  /** Of the buyer of an authorization. Its e-mail address and phone are the persona's. */
  readonly buyer?: GivenValues;
  /** Of the buyer's address. */
  readonly buyerAddress?: GivenValues;
  /** Of the shipping address of a creation. */
  readonly shippingAddress?: GivenValues;
  /** No amount has a fraction of a yen, but where it must be refused. */
  readonly wholeAmounts?: true;
}

/** What a machine needs to know of the target, free of keys and secrets. */
export interface Setup {
  /** Interfaces, capabilities and settings that the target offers. */
  readonly means: ReadonlySet<Means>;
  readonly personas: Readonly<Partial<Record<'approve' | 'pin' | 'reject', Persona>>>;
  /** True: a person reads the PIN of the persona `pin` from a phone, once a run. */
  readonly asksPin?: true;
  /** Validity of a legacy authorization, ms. */
  readonly validityMs: number;
  /** Order totals that the operator says are approved, in yen. */
  readonly amount: { readonly min: number; readonly max: number };
  /** Absent: the target takes any data that the documents allow. */
  readonly data?: GivenData;
  /** ACTIVE token ids that the suite may use up where the target has no control block. */
  readonly tokens: readonly string[];
  /** How many tokens besides may be suspended, resumed and, last, deleted, where the target has no control block. Absent: none. */
  readonly spendable?: number;
  /** Payments of the resource interface that were made elsewhere, each for one sequence. Absent: none. */
  readonly payments?: readonly GivenPayment[];
  /** The same of the legacy interface. */
  readonly legacyPayments?: readonly GivenLegacyPayment[];
  /** True when the keys in use are test keys (`sk_test_…`) or not; undefined when unknown. */
  readonly testKeys?: boolean;
  /** True: both interfaces are tested under different keys, so each key is wrong for the other interface. */
  readonly twoKeys?: boolean;
  /** Where wrong keys are tried, for a target that takes few or none. Absent: everywhere. */
  readonly wrongKeys?: 'on reads' | 'nowhere';
  /** The target's clock minus ours, ms, when no control operation reads it. Absent: unknown, and no instant is judged by it. */
  readonly skewMs?: number;
  /** True: steps that move the target's clock are allowed, because no other sequence uses the target meanwhile. */
  readonly exclusive: boolean;
}
