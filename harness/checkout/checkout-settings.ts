import { z } from 'zod';
import { baseUrl, missingOr, strict, text } from '../settings/settings-forms.ts';

/** What the steps of a consumer may name: it is filled in by the run, not from the environment. */
export const consumerNames: ReadonlySet<string> = new Set(['email', 'phone', 'pin']);

/** One step of a consumer, in whichever window or frame has the selector. */
export type CheckoutStep =
  | { readonly do: 'fill'; readonly at: string; readonly with: string }
  | { readonly do: 'click'; readonly at: string }
  | { readonly do: 'wait'; readonly at: string };

/** What the fields of the object that configures the checkout are called. */
export interface CheckoutFields {
  readonly key: string;
  readonly logo_url: string;
  readonly callback: string;
}

/** The checkout app of a target, and how a consumer goes through it. */
export interface CheckoutSettings {
  readonly scriptUrl: string;
  /** What the script defines, dots allowed; the method that configures it, and the one that launches. */
  readonly global: string;
  readonly configure: string;
  readonly launch: string;
  readonly fields: CheckoutFields;
  /** Other hosts that the page may ask. */
  readonly allowHosts: readonly string[];
  readonly consumer: readonly CheckoutStep[];
  readonly pin: readonly CheckoutStep[];
  /** What is launched for a single payment and for a token of the resource interface. */
  readonly payment: object;
  readonly token: object;
}

const step = strict({
  fill: text.optional(),
  with: z.string({ error: (issue) => missingOr(issue.input, 'text, in quotes') }).optional(),
  click: text.optional(),
  'wait for': text.optional(),
}).transform(({ fill, with: value, click, 'wait for': awaited }, context): CheckoutStep => {
  const given = [fill, click, awaited].filter((one) => one !== undefined);
  if (given.length === 1 && (fill === undefined) === (value === undefined)) {
    if (fill !== undefined) return { do: 'fill', at: fill, with: value ?? '' };
    return click === undefined ? { do: 'wait', at: awaited ?? '' } : { do: 'click', at: click };
  }
  const message = 'must have one of fill (and with), click, wait for';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const steps = z.array(step, { error: (issue) => missingOr(issue.input, 'a list of steps') });
const anything = z.record(z.string(), z.unknown(), {
  error: (issue) => missingOr(issue.input, 'a mapping'),
});
const named = text.regex(/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/, 'must be a name, as in PayCheckout');
const method = text.regex(/^[A-Za-z_$][\w$]*$/, 'must be the name of a method');

const field = text.regex(/^[A-Za-z_$][\w$-]*$/, 'must be the name of a field');

/** The names that the document has (legacy, Endpoints › Checkout app, 3). */
export const documentedFields: CheckoutFields = { key: 'key', logo_url: 'logo_url', callback: 'callback' };

const fields = strict({
  key: field.default(documentedFields.key),
  logo_url: field.default(documentedFields.logo_url),
  callback: field.default(documentedFields.callback),
}).refine((names) => new Set(Object.values(names)).size === Object.keys(names).length, {
  error: 'must be three different names',
});

const consumer = [
  { fill: '#email', with: '${email}' },
  { fill: '#phone', with: '${phone}' },
  { click: '#continue' },
];
const pin = [{ fill: '#pin', with: '${pin}' }, { click: '#confirm' }];

/** `checkout` of a target; what the documents do not name has the names of the reference. */
export const checkoutSchema = strict({
  script_url: baseUrl,
  global: named.default('PayCheckout'),
  configure: method.default('configure'),
  launch: method.default('launch'),
  fields: fields.prefault({}),
  allow_hosts: z.array(text, { error: 'must be a list of hosts' }).default([]),
  consumer: steps.prefault(consumer),
  pin: steps.prefault(pin),
  payment: anything.default({
    payment: { amount: 1200, currency: 'JPY', description: 'A test of the checkout' },
  }),
  token: anything.default({ token: {} }),
});

/** What a script is configured with, for a reader who finds that it takes something else. */
export function givenFields({ fields: names }: Pick<CheckoutSettings, 'fields'>): string {
  return `it is given ${Object.values(names).join(', ')}: see checkout.fields where it names them otherwise`;
}

/** The settings by our names. The hosts of the service are allowed: its pages may ask them. */
export function checkoutOf(
  { script_url: scriptUrl, allow_hosts: allowHosts, ...others }: z.output<typeof checkoutSchema>,
  service: readonly string[] = [],
): CheckoutSettings {
  const hosts = service.map((url) => new URL(url).host);
  return { ...others, scriptUrl, allowHosts: [...new Set([...allowHosts, ...hosts])] };
}

/** The checkout of a reference whose script is at this address. */
export function referenceCheckout(scriptUrl: string): CheckoutSettings {
  return checkoutOf(checkoutSchema.parse({ script_url: scriptUrl }));
}
