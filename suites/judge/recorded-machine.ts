import type { Operation } from '../../engine/machine.ts';
import type { Check, Outcome, Uses } from '../../engine/model.ts';
import type { Setup } from '../../models/setup.ts';
import { mapChecks, outweighing, withParts } from '../../models/with-checks.ts';
import { at, check } from '../../models/checks.ts';
import { isRefusal } from '../../models/legacy/replies/replies.ts';
import { common } from '../../spec/legacy/common.ts';
import { commonRules } from '../../spec/resource/common.ts';
import { isWithin } from '../../engine/judge/miss.ts';
import {
  predictClockMoved,
  predictMeetPayment,
  predictPresumedToken,
  predictUnseenList,
} from '../../models/resource/replies/met.ts';
import type { ResourceState } from '../../models/resource/state.ts';
import { predictAdoptToken } from '../../models/resource/tokens/control.ts';
import { resourcePaymentsMachine, resourceTokensMachine } from '../../generators/resource/machine.ts';
import type { ResourceOperation } from '../../generators/resource/operations.ts';
import { legacyMachine } from '../../generators/legacy/machine.ts';
import type { LegacyState } from '../../models/legacy/payment/state.ts';
import type { Call, Notification, Reply } from '../../models/wire.ts';
import type { AnyMachine } from '../explore/machines.ts';
import { metCapture } from './tie/resource.ts';
import type { RecordedStep, Conversation, ThreadInterface } from './tie/conversation.ts';
import type { NotificationSource } from '../../engine/judge/judge-notifications.ts';
import { openInbox } from '../../harness/receiver/inbox.ts';
import { predictReadClock } from '../../models/resource/payments/control.ts';
import { estimatedClock, roughMs } from '../../models/time.ts';
import { parsedJson } from '../../harness/wire/message.ts';
import type { Traffic } from '../../harness/traffic/traffic.ts';
import { duplicateIdentity } from '../../models/webhooks/event-identity.ts';
import type { Conversations } from './tie/conversations.ts';

/** The machine of an interface, whose steps are the recorded requests in place of drawn ones. */
export function recordedMachine(
  to: ThreadInterface,
  setup: Setup,
  stepOf: (id: string) => RecordedStep | undefined,
  threadOf: (id: string) => Conversation | undefined,
  /** The fields of the current thread of which some value is not known. */
  notKnown: () => ReadonlySet<string> = () => noFields,
): AnyMachine {
  // A recorder's times are those of its own clock, and may be of when it wrote them.
  const clockOf = (thread: string) => {
    const skewMs = threadOf(thread)?.skewMs ?? setup.skewMs;
    return skewMs === undefined ? undefined : estimatedClock(skewMs);
  };
  const recorded = <S extends Kept>(operation: Operation<S, Call, Reply, Notification>) => ({
    ...operation,
    resolve: (_state: S, { id }: { readonly id: string }) => stepOf(id)?.call,
    predict: (...of: Parameters<typeof operation.predict>) => {
      const [state, , { id, uses }] = of;
      if (isOfNothingKept(state, uses)) return [{ name: 'not judged', checks: [], next: () => state }];
      const { exchange } = stepOf(id) ?? {};
      const hidden = notKnown();
      const comparing = operation
        .predict(...of)
        .map((outcome) => (hidden.size === 0 ? outcome : withoutFields(outcome, hidden)));
      if (exchange?.masked === undefined) return comparing;
      const outcomes = comparing.map((outcome) => mapChecks(outcome, unproven));
      // What is masked may be what the request is refused for.
      const isOpen = (exchange.notKnown?.sent.length ?? 0) > 0;
      return isOpen ? [...outcomes, refusedForMasked(state, to)] : outcomes;
    },
  });
  if (to === 'legacy') {
    const machine = legacyMachine(setup);
    return {
      ...machine,
      fresh: (thread) =>
        ({ ...machine.initial, clock: clockOf(thread), slackMs: roughMs }) satisfies LegacyState,
      operations: machine.operations.map(recorded),
    };
  }
  const machine = resourcePaymentsMachine(setup);
  const others = resourceTokensMachine(setup).operations.filter(({ name }) =>
    machine.operations.every((one) => one.name !== name),
  );
  const own: ReadonlySet<string> = new Set(unseen.map(({ name }) => name));
  return {
    ...machine,
    name: 'resource',
    fresh: (thread) =>
      ({ ...machine.initial, clock: clockOf(thread), slackMs: roughMs }) satisfies ResourceState,
    operations: [...machine.operations, ...others]
      .filter(({ name }) => !own.has(name))
      .concat(unseen)
      .map(recorded),
  };
}

interface Kept {
  readonly payments: Readonly<Record<string, unknown>>;
  readonly tokens?: Readonly<Record<string, unknown>>;
}

/** Whether a request is about what the state has not, though a reply has shown it: of a creation that leaves its effect open nothing is predicted. */
const isOfNothingKept = ({ payments, tokens = {} }: Kept, { payment, token }: Uses): boolean =>
  (payment !== undefined && payments[payment] === undefined) ||
  (token !== undefined && tokens[token] === undefined);

const noFields: ReadonlySet<string> = new Set();

/** The outcome without what compares a field of which some value is not known, in replies and in notifications. */
function withoutFields<S>(
  outcome: Outcome<S, Reply, Notification>,
  hidden: ReadonlySet<string>,
): Outcome<S, Reply, Notification> {
  const isKnown = <R>({ about, possibleField = about }: Check<R>): boolean =>
    possibleField === undefined ||
    !(
      isWithin(possibleField, hidden) ||
      [...hidden].some((field) => isWithin(field, new Set([possibleField])))
    );
  const { expects } = outcome;
  return withParts(
    mapChecks(outcome, (checks) => checks.filter(isKnown)),
    expects === undefined
      ? {}
      : {
          expects: (reply) => expects(reply).map((one) => ({ ...one, checks: one.checks.filter(isKnown) })),
        },
  );
}

/** The refusal of a request for something that was masked in it. Nothing demands it, so no reply is measured by it. */
function refusedForMasked<S>(state: S, to: ThreadInterface): Outcome<S, Reply, Notification> {
  const isRefused = to === 'legacy' ? isRefusal : ({ http }: Reply) => http >= 400;
  const rule = to === 'legacy' ? common.failureNotServerError.id : commonRules.failure.id;
  return {
    name: 'refused: for what is masked',
    refused: true,
    couldMatch: isRefused,
    checks: [
      check(
        rule,
        'a refusal',
        (reply) => reply.http,
        (_http, reply) => isRefused(reply),
        {
          countsAsEvidence: false,
          decides: true,
          weight: outweighing,
        },
      ),
    ],
    next: () => state,
  };
}

/** What stands in place of masked values proves nothing. */
const unproven = (checks: readonly Check<Reply>[]): readonly Check<Reply>[] =>
  checks.map((one) => ({ ...one, proves: () => false }));

/** The machine, for which no notification must come: those that come are judged. */
export function withNoneMissing(machine: AnyMachine): AnyMachine {
  return {
    ...machine,
    operations: machine.operations.map((operation) => ({
      ...operation,
      predict: (...of: Parameters<typeof operation.predict>) =>
        operation.predict(...of).map((outcome) => {
          const { expects } = outcome;
          if (expects === undefined) return outcome;
          return {
            ...outcome,
            expects: (reply?: Reply) => expects(reply).map((one) => ({ ...one, least: 0 })),
          };
        }),
    })),
  };
}

const idOf = (call: Call): string => decodeURIComponent(call.path.split('/')[2] ?? '');
const never = () => [];
const unresolved = () => undefined;

/** What the machines of a run don't have, since it happens to others: payments and tokens that were there before, and any move of the clock. */
const unseen: readonly ResourceOperation[] = [
  {
    name: 'meet-payment',
    reads: true,
    attempts: never,
    resolve: unresolved,
    predict: (state, call, step) =>
      predictMeetPayment(state, call, step, (index) => metCapture(step.id, index)),
  },
  {
    name: 'meet-token',
    reads: true,
    attempts: never,
    resolve: unresolved,
    // As one of the sequence's own: the wallet that it shows is that of later requests.
    predict: (state, call, step) => predictAdoptToken(state, call, step, idOf(call), true),
  },
  {
    name: 'presume-token',
    control: true,
    attempts: never,
    resolve: unresolved,
    predict: (state, call, step) => predictPresumedToken(state, String(at(call.body, ['id'])), step),
  },
  {
    name: 'unseen-list',
    control: true,
    attempts: never,
    resolve: unresolved,
    predict: (state) => predictUnseenList(state),
  },
  {
    name: 'read-clock',
    control: true,
    attempts: never,
    resolve: unresolved,
    predict: predictReadClock,
  },
  {
    name: 'pass-time',
    control: true,
    attempts: never,
    resolve: unresolved,
    predict: (state, call, step) => {
      const ms = at(call.body, ['ms']);
      return predictClockMoved(state, typeof ms === 'number' ? ms : 0, step);
    },
  },
];

/** The recorded notifications as the engine judges them, up to a time: all that will ever come is there. */
export function recordedNotifications({
  notifications,
  endsAt,
}: Traffic): (until: number) => NotificationSource<Notification> {
  const inbox = openInbox();
  const identities = new WeakMap<Notification, string>();
  for (const { receivedAt, headers, body } of notifications)
    inbox.add({
      receivedAt,
      ...parsedJson(body),
      text: body,
      contentType: headers['content-type'] ?? '',
    });
  return (until) => ({
    of: (ids) => inbox.take(ids).filter(({ receivedAt }) => receivedAt < until),
    now: () => endsAt,
    wait: (_ids, met) => Promise.resolve(met()),
    settle: () => Promise.resolve(),
    forget: (ids) => inbox.forget(ids),
    identity(notification) {
      let known = identities.get(notification);
      if (known === undefined) identities.set(notification, (known = duplicateIdentity(notification.text)));
      return known;
    },
  });
}

/** How far a thread is judged by the notifications that were recorded: `none missing` where some had no time to arrive. */
type Notified = 'not' | 'none missing' | 'whole';

/**
 * How far threads may be judged by the notifications that were recorded. Where the URL was not set, one was not taken at once, or something else
 * has happened to the payment, not at all; what had no time to arrive is not missing.
 */
export function notifiedThreads(
  { form, notifications, endsAt }: Traffic,
  threads: Conversations,
  deadlineMs: number,
): (thread: Conversation) => Notified {
  const { webhookSet } = threads;
  // Of the forms, a journal alone has them all.
  const isReceived = notifications.length > 0 || (form === 'journal' && webhookSet.some(({ isOn }) => isOn));
  const refused = new Set(
    notifications
      .filter(({ answered }) => answered === null || answered < 200 || answered >= 300)
      .flatMap(({ body }) => [...body.matchAll(/[\w.:-]{3,80}/g)].map(([word]) => word)),
  );
  return (thread) => {
    if (thread.interface !== 'legacy' || thread.isBroken || thread.race !== undefined || !isReceived)
      return 'not';
    const until = thread.lastAt + deadlineMs;
    const own = webhookSet.filter(({ server }) => server === thread.server);
    if (own.some((one) => one.at >= thread.firstAt && one.at <= until)) return 'not';
    const last = own.findLast((one) => one.at < thread.firstAt);
    if (last === undefined ? webhookSet.length > 0 : !last.isOn) return 'not';
    if ([...thread.payments.keys(), ...thread.captures.keys()].some((id) => refused.has(id))) return 'not';
    return until > endsAt || until > threads.undisturbedUntil(thread) ? 'none missing' : 'whole';
  };
}
