import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Driver, Violation } from '../../engine/judge/execution.ts';
import type { Observation, Step } from '../../engine/model.ts';
import { withUnseenCode } from '../../generators/legacy/pins.ts';
import type { Phase } from '../../harness/records/exchange-records.ts';
import { BudgetSpent } from '../../harness/preflight/trouble.ts';
import { namedIn } from '../../harness/receiver/inbox.ts';
import type { Connection } from '../../harness/wire/connection.ts';
import { isRead, type Call, type ControlCall, type Reply, givenId, type ApiCall } from '../../models/wire.ts';
import type { Means } from '../../spec/requirement.ts';
import type { Run } from '../run/run.ts';
import { OwnReads } from '../availability/known-reads.ts';
import type { Ask, Lent } from '../supplies/token-supply.ts';
import { pathSegment } from '../../spec/forms.ts';
import type { Supplies } from '../supplies/supplies.ts';
import type { Made, Member, Together } from './together/together.ts';
import { steadyNow } from '../../harness/time.ts';

/** What a sequence needs of its session. */
export interface Sending {
  readonly run: Run;
  readonly suite: string;
  readonly means: ReadonlySet<Means>;
  readonly connection: Connection;
  /** A call to the target that belongs to no sequence. */
  readonly ask: Ask;
  /** The same to its control. */
  control(call: ControlCall, kind: string): ReturnType<Connection['send']>;
  /** How long after a change a read is sent, ms; 0: at once. */
  readonly settleMs: number;
  /** Called when the run may send no more requests. */
  spent(): void;
  /** What it has in common with sequences that go beside it. Default: nothing. */
  readonly together?: Together | undefined;
}

/** A read that was sent before its turn. */
interface SentAhead {
  readonly call: Call;
  readonly sentAt: number;
  readonly observation: Promise<Observation<Reply>>;
}

/** How the engine reaches the target in one sequence. */
export function openDriver(
  { run, suite, means, connection, ask, control, settleMs, spent, together }: Sending,
  sequence: string,
  phase: Phase,
): Driver<Call, Reply> {
  const watch = openWatch(run, sequence);
  const lease = openLease(run.access.supplies, ask);
  let changedAt = -Infinity;
  let member: Member | undefined;
  let made: Made | undefined;
  const aheadOf = new Map<Step['id'], SentAhead>();
  const readPin = means.has('pins.read') ? (one: ControlCall) => control(one, 'seen') : undefined;

  const orSpent = async (task: () => Promise<Observation<Reply>>): Promise<Observation<Reply>> => {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      spent();
      return { lost: error.message };
    }
  };

  const sendNow = async (call: Call, { operation, kind, id }: Step): Promise<Observation<Reply>> => {
    const leftMs = call.to !== 'control' && isRead(call) ? changedAt + settleMs - performance.now() : 0;
    if (leftMs > 0) await sleep(leftMs);
    return connection.send(call, { suite, sequence, step: id, operation, kind, phase });
  };

  const send = (call: Call, step: Step): Promise<Observation<Reply>> =>
    orSpent(async () => {
      const before = aheadOf.get(step.id);
      aheadOf.delete(step.id);
      const sentAt = before?.sentAt ?? steadyNow();
      const early = await before?.observation;
      const isSame = before !== undefined && isDeepStrictEqual(before.call, call);
      const ahead = made?.call === call ? made.observation : isSame ? early : undefined;
      const typed = lease.replyOf(call);
      if (typed !== undefined) {
        if (call.to === 'control') run.memory.pins.read(call, typed);
        return { reply: typed };
      }
      lease.sent(call);
      run.memory.knownReads.sent(sequence, call);
      run.memory.pins.sent(sequence, step, call);
      const sent = ahead ?? (await sendNow(call, step));
      const observation =
        'reply' in sent
          ? { reply: run.memory.givenIds.noted(call, sent.reply, run.access.availability.epoch) }
          : sent;
      if (!isRead(call)) changedAt = performance.now();
      run.memory.knownReads.answered(sequence, step.operation, call, observation);
      watch.answered(step.operation, call, observation, sentAt);
      const reply = 'reply' in observation ? observation.reply : undefined;
      if (call.to === 'control' && reply !== undefined) run.memory.pins.read(call, reply);
      if (call.to === 'legacy') run.access.inbox.own([...namedIn(call.body), ...namedIn(reply?.body)]);
      const lost =
        run.memory.suspendedConsumers.answered(sequence, call, observation) ??
        (await run.memory.pins.answered(sequence, step, call, observation, readPin));
      return lost === undefined ? observation : { lost };
    });

  return {
    complete: async (call, step) => {
      member ??= await together?.join();
      const apart = withUnseenCode(call, step, run.memory.pins);
      if (apart === undefined) return { none: 'each code of this kind was a PIN' };
      const completed = await lease.complete(apart, step);
      if ('none' in completed || together?.concerns(completed.call) !== true) return completed;
      made = await together.make(completed.call, (one) => orSpent(() => sendNow(one, step)));
      return { call: made.call };
    },
    end: async () => {
      await lease.end();
      run.memory.knownReads.ended(sequence);
      await run.memory.suspendedConsumers.restore(sequence, control);
    },
    judged: () => {
      member?.leave();
      member = undefined;
    },
    nonce: run.access.nextNonce(),
    may: (call) => phase !== 'explore' || run.access.wrongKeys.mayExplore(call),
    unjudged: () => watch.unjudged() ?? member?.doubt(),
    verifySameServer: watch.verifySameServer,
    send,
    ahead: (call, step) => {
      // What is lent, and what others beside it change, is known in its turn only.
      const isOpen = call.to === 'control' || call.given !== undefined || together?.concerns(call) === true;
      if (isOpen) return false;
      const observation = orSpent(() => sendNow(call, step));
      // Avoids an unhandled rejection: `send` awaits it later, or `settled`.
      observation.catch(() => undefined);
      aheadOf.set(step.id, { call, sentAt: steadyNow(), observation });
      return true;
    },
    settled: async () => {
      await Promise.allSettled([...aheadOf.values()].map(({ observation }) => observation));
      aheadOf.clear();
    },
    sendLater: async (call, step, afterMs) => {
      if (together?.concerns(call) === true) return { lost: 'what concerns others too is not sent again' };
      await sleep(afterMs);
      return send(call, step);
    },
  };
}

/** Watches for a sequence that begins now whether the target stays the server that it is. */
function openWatch({ access: { availability }, memory: { knownReads } }: Run, sequence: string) {
  // The doubtful answer is the last one. By the one before, nothing was wrong.
  let [lastSure, last] = [steadyNow(), steadyNow()];
  const own = new OwnReads();
  return {
    unjudged: availability.since(),
    answered: (operation: string, call: Call, observation: Observation<Reply>, sentAt: number) => {
      // What was sent ahead may have been answered before the answer that is judged before it.
      [lastSure, last] = [Math.min(last, sentAt), steadyNow()];
      own.answered(operation, call, observation);
    },
    verifySameServer: ({ at }: Pick<Violation, 'at'>) =>
      availability.verifySameServer({
        aboutNotifications: at === 'notifications',
        lastSure,
        witnesses: knownReads.by(lastSure, sequence),
        payments: knownReads.madeBy(lastSure, sequence),
        own: own.besideLast(),
      }),
  };
}

/** What one sequence has of what the settings give. */
interface Lease extends Required<Pick<Driver<Call, Reply>, 'complete' | 'end'>> {
  /** A call of the sequence is being sent. */
  sent(call: Call): void;
  /** The reply to a call that a person has answered; undefined when it is to be sent. */
  replyOf(call: Call): Reply | undefined;
}

/** That a sequence has the PIN of the run sent, and what the person has typed. */
interface Pin {
  readonly giveBack: () => void;
  readonly typed?: string;
}

/** Opens the lease of a sequence: nothing is lent until a call needs it. */
export function openLease(supplies: Supplies, ask: Ask): Lease {
  let token: string | undefined;
  let touched = false;
  let deleted = false;
  let pin: Pin | undefined;
  return {
    complete: async (call) => {
      if (call.to === 'control') {
        if (call.ofPerson !== true) return { call };
        if (pin === undefined) return { none: 'no PIN was sent for a person to read' };
        const answer = await supplies.pin.read();
        if ('none' in answer) return answer;
        pin = { ...pin, typed: answer.pin };
        return { call };
      }
      if (call.given === undefined) return { call };
      if (call.given === 'pin') {
        // It would wait for itself.
        if (pin !== undefined) return { none: 'a sequence has one PIN at most' };
        const taken = await supplies.pin.take();
        if ('none' in taken) return taken;
        pin = taken;
        return { call };
      }
      if (call.given !== 'token') {
        const from = call.given === 'payment' ? supplies.payments : supplies.legacyPayments;
        const payment = await from.take(ask);
        return 'none' in payment ? payment : { call: named(call, payment) };
      }
      // Two that wait for each other's second token would wait for ever.
      if (token !== undefined) return { none: 'a sequence has one given token at most' };
      const lent = await supplies.tokens.take(ask);
      if ('none' in lent) return lent;
      token = lent.id;
      return { call: named(call, lent) };
    },
    sent: (call) => {
      if (token === undefined || call.to === 'control' || call.method === 'GET') return;
      deleted ||= call.operation === 'delete';
      touched ||= deleted || call.operation === 'suspend' || call.operation === 'resume';
    },
    replyOf: (call) =>
      call.to === 'control' && call.ofPerson === true && pin?.typed !== undefined
        ? shown(pin.typed)
        : undefined,
    end: () => {
      pin?.giveBack();
      pin = undefined;
      if (token === undefined) return;
      supplies.pending(supplies.tokens.giveBack(token, ask, { touched, deleted }));
      token = undefined;
    },
  };
}

/** The call with an id in place of the placeholder: in its path, or in its body and checksum. */
function named({ given, ...call }: ApiCall, { id }: Exclude<Lent, { none: string }>): ApiCall {
  if (given === undefined) return call;
  const { checksum } = call;
  if (checksum !== undefined) return { ...call, body: { payment_id: id }, checksum: { ...checksum, of: id } };
  return { ...call, path: call.path.replace(givenId(given), () => pathSegment(id)) };
}

/** A PIN as control would show it. Its text stays empty, so that no record has it. */
function shown(pin: string): Reply {
  const now = Date.now();
  return {
    http: 200,
    contentType: 'application/json',
    body: { pin },
    text: '',
    sentAt: now,
    receivedAt: now,
  };
}
