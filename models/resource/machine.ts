import { Big } from 'big.js';
import type { Machine } from '../../engine/machine.ts';
import type { Uses } from '../../engine/model.ts';
import { resourceBelieves } from './believed.ts';
import { choicesShown, presumedReply } from './replies/shown-choices.ts';
import {
  type Capture,
  initialUnder,
  type Payment,
  paymentUsed,
  type Refund,
  type ResourceState,
  type Token,
  tokenUsed,
} from './state.ts';
import { certainFields } from '../../spec/fields/all-fields.ts';
import type { Setup } from '../setup.ts';
import type { Call, Reply } from '../wire.ts';

/** What the machines of payments and of tokens have in common: their states, and what replies show of them. */
export function resourceModel(
  setup: Setup,
): Pick<
  Machine<ResourceState, Call, Reply>,
  'initial' | 'presumed' | 'shown' | 'certainFields' | 'refuses' | 'abstract' | 'believes'
> {
  return {
    initial: initialUnder(setup),
    presumed: presumedReply,
    shown: choicesShown,
    certainFields,
    believes: resourceBelieves,
    refuses: ({ http }) => http >= 400 && http < 500,
    abstract,
  };
}

/** The abstract state for visits, coverage and signatures: status, how much is refunded, and who suspended. */
function abstract(state: ResourceState, uses: Uses): string {
  const [payment, token] = [paymentUsed(state, uses), tokenUsed(state, uses)];
  if (payment !== undefined) return ofPayment(payment);
  if (token !== undefined) return ofToken(token);
  return 'none';
}

/** The same for the search of a plan: once a purchase history was accepted, a creation can only be refused for an error in it. */
export function stage(state: ResourceState, uses: Uses): string {
  const isOfToken = paymentUsed(state, uses) === undefined && tokenUsed(state, uses) !== undefined;
  const of = abstract(state, uses);
  return isOfToken && state.histories !== undefined ? `${of}, a history accepted` : of;
}

function ofPayment({ status, captures, refunds, moved }: Payment): string {
  const [capture] = captures;
  const captured = capture === undefined ? '' : `, ${returned(capture, refunds)}`;
  const clock = moved === undefined ? '' : moved === 'before' ? ', shortly before expiry' : ', expired';
  return `${status.is}${captured}${clock}`;
}

function returned({ amount }: Capture, refunds: readonly Refund[]): string {
  if (refunds.length === 0) return 'captured';
  const sum = refunds.reduce((sofar, one) => sofar.plus(one.amount ?? 0), new Big(0));
  if (amount !== undefined && sum.gte(amount)) return 'refunded in full';
  return refunds.length === 1 ? 'refunded' : 'refunded in parts';
}

function ofToken({ status, suspendedBy, consumer, wasResumed }: Token): string {
  const before = wasResumed === true && status.is !== 'DELETED' ? ' again' : '';
  const by = status.is === 'SUSPENDED' ? ` by ${suspendedBy ?? 'somebody'}` : '';
  return `${status.is}${by}${before}${consumer === 'SUSPENDED' ? ', consumer suspended' : ''}`;
}
