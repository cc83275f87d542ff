import { DAY_MS } from './durations.ts';
/** A test account of a consumer; authorize knows it by this e-mail address and phone number. */
export interface ReferencePersona {
  readonly email: string;
  readonly phone: string;
  readonly test: boolean;
}

export interface ReferenceKeys {
  /** Bearer key and checksum secret of the legacy interface. */
  readonly apiKey: string;
  readonly secret: string;
  /** Keys of the resource interface; the live pair selects live data. */
  readonly secretKey: string;
  readonly publicKey: string;
  readonly liveSecretKey: string;
  readonly livePublicKey: string;
}

export type PersonaName = 'approve' | 'pin' | 'reject';

/** The settings of one reference server. */
export interface Settings {
  readonly keys: ReferenceKeys;
  readonly personas: Readonly<Record<PersonaName, ReferencePersona>>;
  /** Validity of a legacy authorization, ms (legacy, Limits). */
  readonly validityMs: number;
  /** Validity of a resource authorization, ms: the document does not show it. */
  readonly resourceValidityMs: number;
  /** Store name shown where a request gives none. */
  readonly storeName: string;
  /** Largest request body accepted, bytes. */
  readonly bodyLimit: number;
  /** What every id ends with, since the documents show no form of one. Default: nothing. */
  readonly idEnding?: string;
  /** Characters of an id between its prefix and its ending. Default 20. */
  readonly idCharacters?: number;
  /** Bearer key of the control interface, if it needs one. */
  readonly controlKey?: string;
  /** What it says that it runs, by control. Default: nothing. */
  readonly build?: string;
}

/** Fixed keys: a server that anyone may start has nothing to protect. */
export const defaultKeys: ReferenceKeys = {
  apiKey: 'api_test_4f1c7a90e2b85d36',
  secret: 'sec_test_b07d52c94ae8136f',
  secretKey: 'sk_test_9c3e6b1f70d482a5',
  publicKey: 'pk_test_2a8d5f04c6e9713b',
  liveSecretKey: 'sk_live_61f0b9d3e7a2c854',
  livePublicKey: 'pk_live_d84c20a7f5b3e196',
};

export const defaultPersonas: Readonly<Record<PersonaName, ReferencePersona>> = {
  approve: { email: 'approve@consumer.test', phone: '08000000001', test: true },
  // No test account, so that the flag has both values.
  pin: { email: 'pin@consumer.test', phone: '08000000002', test: false },
  reject: { email: 'reject@consumer.test', phone: '08000000003', test: true },
};

export const defaultSettings: Settings = {
  keys: defaultKeys,
  personas: defaultPersonas,
  validityMs: 30 * DAY_MS,
  resourceValidityMs: 30 * DAY_MS,
  storeName: 'Reference store',
  bodyLimit: 262_144,
};
