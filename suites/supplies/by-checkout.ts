import {
  type CheckoutConsumer,
  type CheckoutResult,
  type LaunchLoss,
  lossInWords,
} from '../../harness/checkout/launched.ts';
import {
  type CheckoutOptions,
  checkoutOptionsOf,
  type OpenCheckout,
  openCheckout,
} from '../../harness/checkout/open-checkout.ts';
import type { Target } from '../../harness/settings/settings.ts';
import { wanted } from '../../harness/given/wants.ts';
import { at, isNumber } from '../../models/checks.ts';
import { callOf } from '../../models/resource/checkout.ts';
import type { GivenPayment } from '../../models/setup.ts';
import type { RunConfig } from '../run/run-config.ts';

/** What a run has made in the checkout before it began. */
export interface MadeByCheckout {
  readonly tokens: readonly string[];
  readonly payments: readonly GivenPayment[];
  /** Why it is less than is wanted. Absent: it is not. */
  readonly trouble?: string;
}

/** Opens a checkout in a browser, or says why there is none. */
export type Opening = (
  settings: NonNullable<Target['checkout']>,
  options: CheckoutOptions,
) => Promise<Pick<OpenCheckout, 'launch' | 'close'> | { readonly none: string }>;

/** How many tokens a run makes in the checkout before it begins: none where control issues them, or the settings give enough. */
export function wantedOfCheckout(
  { checkout, resource }: Pick<Target, 'checkout' | 'resource'>,
  capabilities: readonly string[],
): number {
  if (checkout === undefined || resource === undefined || capabilities.includes('tokens.issue')) return 0;
  return Math.max(0, wanted.tokens - (resource.spendable ?? []).length);
}

/** A target with what was made for it, as if its settings gave that. */
export function withMade(target: Target, { tokens, payments }: MadeByCheckout): Target {
  const { resource } = target;
  if (resource === undefined || tokens.length + payments.length === 0) return target;
  const spendable = [...(resource.spendable ?? []), ...tokens];
  const given = [...(resource.payments ?? []), ...payments];
  return {
    ...target,
    resource: {
      ...resource,
      ...(spendable.length > 0 && { spendable }),
      ...(given.length > 0 && { payments: given }),
    },
  };
}

/** What would be made, for a plan that is only shown: its ids are not real. */
export function presumed(count: number): MadeByCheckout {
  return { tokens: Array.from({ length: count }, (_, index) => `tok_${index + 1}`), payments: [] };
}

/** Makes what a run wants in the checkout, as one consumer after the other: tokens, or single payments where it makes no token. Nothing is made where the target could not be reached. */
export async function makeByCheckout(
  { target, capabilities, unreachable }: Pick<RunConfig, 'target' | 'capabilities' | 'unreachable'>,
  opening: Opening = openCheckout,
): Promise<MadeByCheckout> {
  const { checkout, resource, legacy } = target;
  const count = unreachable === undefined ? wantedOfCheckout(target, capabilities) : 0;
  if (checkout === undefined || resource === undefined || count === 0) return { tokens: [], payments: [] };
  const { publicKey: key } = resource;
  if (key === undefined) return nothing('it needs resource.public_key');
  const consumer = consumerOf(legacy?.personas.approve);
  if (
    consumer === undefined &&
    checkout.consumer.some((step) => step.do === 'fill' && step.with.includes('${'))
  )
    return nothing('checkout.consumer needs an e-mail address: give legacy.personas.approve');
  const opened = await opening(checkout, checkoutOptionsOf(target));
  if ('none' in opened) return nothing(opened.none);
  const launch = (data: object) => opened.launch({ key, data }, consumer ?? { email: '', phone: '' });
  try {
    const tokens = await several(count, async () => tokenIn(await launch(checkout.token)));
    if (tokens.made.length > 0 || tokens.trouble === undefined)
      return { tokens: tokens.made, payments: [], ...troubleOf(tokens) };
    const payments = await several(wanted.payments, async () => paymentIn(await launch(checkout.payment)));
    return { tokens: [], payments: payments.made, ...troubleOf(tokens) };
  } finally {
    await opened.close();
  }
}

const nothing = (trouble: string): MadeByCheckout => ({ tokens: [], payments: [], trouble });

const troubleOf = ({ trouble }: { readonly trouble?: string }) => (trouble === undefined ? {} : { trouble });

/** Makes so many, and stops at the first that is not made: each takes a consumer's time. */
async function several<T>(
  count: number,
  make: () => Promise<T | { readonly none: string }>,
): Promise<{ readonly made: readonly T[]; readonly trouble?: string }> {
  const made: T[] = [];
  for (let number = 0; number < count; number += 1) {
    const one = await make();
    if (typeof one === 'object' && one !== null && 'none' in one) return { made, trouble: one.none };
    made.push(one);
  }
  return { made };
}

function consumerOf(
  persona: NonNullable<Target['legacy']>['personas']['approve'],
): CheckoutConsumer | undefined {
  if (persona === undefined) return undefined;
  const { email, phone, pin } = persona;
  return { email, phone, ...(pin !== undefined && { pin: () => Promise.resolve(pin) }) };
}

/** An id that can stand in a path, as the settings would take it. */
const idForm = /^[\w.~-]{1,200}$/;

/** The call that reports what was made, where its id can stand in a path. */
function madeIn(what: 'token' | 'payment', told: readonly unknown[]): ReturnType<typeof callOf> {
  const made = callOf(what, told);
  return made !== undefined && idForm.test(made.id) ? made : undefined;
}

function tokenIn({ told, stuck, lost }: CheckoutResult): string | { readonly none: string } {
  return madeIn('token', told)?.id ?? { none: whyNot('token', told[0], { stuck, lost }) };
}

function paymentIn({ told, stuck, lost }: CheckoutResult): GivenPayment | { readonly none: string } {
  const made = madeIn('payment', told);
  const amount = at(made?.call, ['amount']);
  const items = at(made?.call, ['order', 'items']);
  if (made === undefined || !isNumber(amount)) return { none: whyNot('payment', told[0], { stuck, lost }) };
  return {
    id: made.id,
    amount: String(amount),
    lines: (Array.isArray(items) ? items : []) as GivenPayment['lines'],
  };
}

/** Why a launch made nothing. What the target sent is not repeated. */
function whyNot(
  what: string,
  reply: unknown,
  { stuck, lost }: { readonly stuck: string | undefined; readonly lost: LaunchLoss | undefined },
): string {
  if (lost !== undefined) return `no ${what} was made: ${lossInWords[lost]}`;
  if (stuck !== undefined) return `no ${what} was made: the consumer waited in vain for ${stuck}`;
  return reply === undefined
    ? `no ${what} was made: the callback was not called`
    : `no ${what} was made: the callback received none`;
}
