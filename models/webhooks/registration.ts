import type { Breach } from '../../engine/model.ts';
import type { Requirement } from '../../spec/requirement.ts';
import { deliveryRules as rules } from '../../spec/legacy/deliveries.ts';
import { eventRules } from '../../spec/legacy/events.ts';
import { eventLatitudes } from '../../spec/legacy/latitudes/events-latitudes.ts';
import { eventStatuses, fieldsOf, isObjectBody, shown } from '../legacy/events/event-body.ts';
import type { Notification } from '../wire.ts';
import type { PassageVerdict } from './passage.ts';

/** The observations while the webhook URL was removed, set and changed. */
export interface Registration {
  /** Absent: not observed. */
  readonly set?: {
    /** Whether the event that happened without a URL was sent after all. */
    readonly early: boolean;
    /** Whether the first event after the URL was set was sent there; undefined: this target is known not to send that event anywhere. */
    readonly next: boolean | undefined;
  };
  /** Where an event went after the URL was changed; absent when it could not be changed. */
  readonly moved?: { readonly toNew: boolean; readonly toOld: boolean } | undefined;
  /** What was received after an authorization was declined; absent when none could be, or nothing was received at all. */
  readonly declined?: WithoutPayment | undefined;
  /** What was received after a PIN was asked for and none was sent; absent when none could be, or nothing was received at all. */
  readonly asked?: WithoutPayment | undefined;
}

/** An authorization that was declined, or waits for a PIN. It makes no payment, so its notifications have no payment id. */
export interface WithoutPayment {
  readonly orderRef: string;
  readonly notifications: readonly Notification[];
}

/** Judges where notifications went (legacy, Events). */
export function judgeRegistration({ set, moved, declined, asked }: Registration): PassageVerdict {
  const evidence: string[] = [];
  const breaches: Breach[] = [];
  const judge = (rule: Requirement, holds: boolean, expected: string, received: string): void => {
    if (holds) evidence.push(rule.id);
    else breaches.push({ rule: rule.id, expected, received });
  };
  if (set !== undefined) {
    if (set.next !== undefined) {
      judge(
        rules.startsWithNextEvent,
        set.next,
        'close_success, the first event after the URL was set',
        'nothing before the deadline',
      );
    }
    // Silence proves something only when the target sent a notification later.
    if (set.next === true || set.early || moved?.toNew === true) {
      judge(
        rules.silentBeforeUrl,
        !set.early,
        'no authorize_success of the payment that was made while no URL was set',
        'it was sent once a URL was set',
      );
    }
  }
  if (moved !== undefined) {
    const went = moved.toNew ? 'to both' : moved.toOld ? 'to the old one' : 'to neither';
    const right = moved.toNew && !moved.toOld;
    judge(rules.toTheUrl, right, 'authorize_success at the new URL only', went);
  }
  const observed: Record<string, string> = {};
  if (declined !== undefined) {
    const { ofOtherType, wrong } = duringDeclined(declined);
    if (ofOtherType) observed[eventLatitudes.eventType.id] = 'other';
    const expected =
      wrong?.['order_ref'] === declined.orderRef
        ? 'no notification of a declined authorization: none of the nine codes is for one'
        : 'one of the nine codes, none of which is for a declined authorization';
    judge(eventRules.status, wrong === undefined, expected, `${shown(wrong?.['status'])} of ${shown(wrong)}`);
  }
  if (asked !== undefined) {
    const early = asked.notifications.map(fieldsOf).find((one) => {
      return one['status'] === 'authorize_success' && one['order_ref'] === asked.orderRef;
    });
    const expected = 'no authorize_success while the consumer must still authenticate';
    judge(eventRules.noneBeforePin, early === undefined, expected, shown(early));
  }
  return { evidence, breaches, observed };
}

/**
 * What came after an authorization was declined: the first notification that may be about it, or has no documented status; and whether
 * there are others of a type that the document does not show. What those report, and with which status, is not shown either.
 */
function duringDeclined({ notifications, orderRef }: WithoutPayment) {
  const unknown = notifications
    .filter(({ body }) => isObjectBody(body))
    .map(fieldsOf)
    .filter(({ status, order_ref: ref }) => !eventStatuses.some((one) => one === status) || ref === orderRef);
  const isOfOtherType = ({ event_type: type, order_ref: ref }: Readonly<Record<string, unknown>>): boolean =>
    typeof type === 'string' && type !== 'payment' && ref !== orderRef;
  return { ofOtherType: unknown.some(isOfOtherType), wrong: unknown.find((one) => !isOfOtherType(one)) };
}
