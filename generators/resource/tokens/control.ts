import { tokenUsed, walletOf, type ResourceState, type Token } from '../../../models/resource/state.ts';
import { resourceCall } from '../../../models/right-calls.ts';
import fc from 'fast-check';
import type { Bystander } from '../../../engine/machine.ts';
import type { Json } from '../../../engine/model.ts';
import type { JsonObject } from '../../leaner-bodies.ts';
import { isObject } from '../../../models/checks.ts';
import {
  predictAdoptToken,
  predictIssueToken,
  predictMoment,
  predictTokenControl,
} from '../../../models/resource/tokens/control.ts';
import { pathSegment } from '../../../spec/forms.ts';
import { suspendRules } from '../../../spec/resource/tokens/suspend.ts';
import type { Setup } from '../../../models/setup.ts';
import { advancingClock } from '../../../models/clock-call.ts';
import { givenId, type ControlCall } from '../../../models/wire.ts';
import { pairs, sentence } from '../data.ts';
import type { ResourceOperation } from '../operations.ts';
import { isOpen, onEach, paymentsOf, tokensOf } from '../attempts.ts';

const kinds = ['plain', 'wallet', 'full'];
/** A kind of its own, so that plans follow it: only where there are several tokens does a list show that it holds all. */
const another = 'another';

/** In the wallet of another token, for a bystander. */
const sameWallet = 'same wallet';

/** The token that stands beside the first: in the same wallet. */
export function tokenBeside(state: ResourceState): Bystander | undefined {
  const [first, ...others] = tokensOf(state);
  if (first === undefined || others.length > 0) return undefined;
  return {
    operation: 'issue-token',
    kind: sameWallet,
    uses: { other: first[0] },
    of: { role: 'token', step: first[0] },
    read: { operation: 'token-get', kind: 'plain' },
  };
}

/** A token issued through control, with fields that the checkout app may set. */
export function issueToken(most: number): ResourceOperation {
  return {
    name: 'issue-token',
    control: true,
    attempts: (state) =>
      tokensOf(state).length >= most
        ? []
        : [...kinds, ...(tokensOf(state).length === 0 ? [] : [another])].map((kind) => ({
            kind,
            uses: {},
            weight: tokensOf(state).length === 0 ? 20 : 0.5,
          })),
    draw: ({ kind, uses: { other = '' } }, { tokens }, draw): Json => ({
      ...(kind === sameWallet && walletSent(tokens[other])),
      ...((kind === 'wallet' || kind === 'full') && {
        wallet_id: draw(fc.constantFrom('shop-1', 'agent_7')),
      }),
      ...(kind === 'full' && { description: draw(sentence), metadata: draw(pairs(2)) }),
    }),
    resolve: (_state, step) => issuing(step.data),
    predict: (state, _call, step) => predictIssueToken(state, issuing(step.data), step),
    simpler: (step) =>
      isObject(step.data) && Object.keys(step.data).length > 0 ? [{ ...step, kind: 'plain', data: {} }] : [],
  };
}

function walletSent(token: Token | undefined): JsonObject {
  const wallet = token && walletOf(token);
  return wallet === undefined ? {} : { wallet_id: wallet };
}

function issuing(data: Json | undefined): ControlCall {
  return { to: 'control', operation: 'issue-token', method: 'POST', path: '/tokens', body: data ?? {} };
}

/** The kind of adoption after which no other sequence uses the token. */
const own = 'of its own';

/** A token of the settings, read to learn its state. For targets where control issues none. */
export function adoptToken({ tokens, spendable = 0 }: Setup): ResourceOperation {
  const byKind = new Map(tokens.map((id, index) => [`token ${index + 1}`, id]));
  return {
    name: 'adopt-token',
    reads: true,
    attempts: (state) =>
      tokensOf(state).length > 0
        ? []
        : [...byKind.keys(), ...(spendable > 0 ? [own] : [])].map((kind) => ({
            kind,
            uses: {},
            weight: 20,
          })),
    resolve(_state, step) {
      if (step.kind === own) return { ...resourceCall('token-get', givenId('token')), given: 'token' };
      const id = byKind.get(step.kind);
      return id === undefined ? undefined : resourceCall('token-get', id);
    },
    predict: (state, call, step) =>
      predictAdoptToken(state, call, step, call.path.slice('/tokens/'.length), step.kind === own),
  };
}

/** The consumer suspends a token, which the merchant cannot resume then. */
export const consumerSuspends: ResourceOperation = {
  name: 'consumer-suspends',
  control: true,
  attempts: (state) =>
    onEach('token', tokensOf(state), ({ status, shared }) =>
      status.is === 'ACTIVE' && !shared ? [{ kind: 'plain', weight: 0.5 }] : [],
    ),
  resolve(state, step) {
    const token = tokenUsed(state, step.uses);
    if (token === undefined || token.status.is !== 'ACTIVE') return undefined;
    return {
      to: 'control',
      operation: 'consumer-suspends',
      method: 'POST',
      path: `/tokens/${pathSegment(token.id ?? `tok_of-${step.uses['token']}`)}/suspend`,
      body: { authority: 'consumer' },
    };
  },
  predict: (state, _call, step) =>
    predictTokenControl(
      state,
      step,
      (token) => ({
        ...token,
        status: { is: 'SUSPENDED', setBy: suspendRules.suspends.id },
        suspendedBy: 'consumer',
      }),
      'suspended by the consumer',
    ),
};

// More than any rounding of instants to whole seconds.
const momentMs = 2000;

/** Moves the target's clock a little after a token was read, so that its next change is later. Only while no payment is open, which could expire. */
export const waitAMoment: ResourceOperation = {
  name: 'wait-a-moment',
  control: true,
  attempts: (state) =>
    paymentsOf(state).some(([, payment]) => isOpen(payment))
      ? []
      : onEach('token', tokensOf(state), ({ shared, status, after }) =>
          shared || after !== 'read' || status.is === 'DELETED' ? [] : [{ kind: 'plain' }],
        ),
  resolve: (state) =>
    paymentsOf(state).some(([, payment]) => isOpen(payment))
      ? undefined
      : advancingClock('wait-a-moment', momentMs, { earlyMs: 0, lateMs: 60_000, keeps: 'least' }),
  predict: (state) => predictMoment(state),
};

/** The call of control that gives a consumer a status. */
export function settingConsumer(id: string, status: string): ControlCall {
  return {
    to: 'control',
    operation: 'set-consumer',
    method: 'PUT',
    path: `/consumers/${pathSegment(id)}`,
    body: { status },
  };
}

/** Sets the state of the consumer behind a token. Only in sequences that hold the target alone, since tokens may share a consumer. */
export const setConsumer: ResourceOperation = {
  name: 'set-consumer',
  control: true,
  attempts: (state) =>
    onEach('token', tokensOf(state), ({ consumer, shared }) =>
      shared
        ? []
        : [{ kind: consumer === 'ACTIVE' ? 'SUSPENDED' : 'ACTIVE', weight: consumer === 'ACTIVE' ? 0.3 : 1 }],
    ),
  resolve(state, step) {
    const token = tokenUsed(state, step.uses);
    if (token === undefined) return undefined;
    const id = token.consumerId ?? (token.id === undefined ? `con_of-${step.uses['token']}` : undefined);
    if (id === undefined) return undefined;
    return settingConsumer(id, step.kind);
  },
  predict: (state, _call, step) =>
    predictTokenControl(
      state,
      step,
      (token) => ({ ...token, consumer: step.kind === 'SUSPENDED' ? 'SUSPENDED' : 'ACTIVE' }),
      `consumer ${step.kind}`,
    ),
};
