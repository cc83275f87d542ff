import { type Form, type RecordFields, field } from './field.ts';
import { paymentFields } from './payment-fields.ts';
import { tokenFields } from './token-fields.ts';
import { common } from '../legacy/common.ts';
import { eventRules } from '../legacy/events.ts';
import { status } from '../legacy/status.ts';

const byService = { from: 'service' } as const;

/**
 * Each field that answers and notifications show of a legacy payment, and who may change it (Resources and their fields; States and transitions). Its
 * order, consumer data and merchant data are shown by no answer, and refunds have no fields of their own.
 */
const legacyFields: readonly RecordFields[] = Object.freeze([
  {
    record: 'legacy-payment',
    at: [],
    read: 'status',
    alsoIn: [],
    readChangesNothing: status.readsOnly,
    fields: [
      field('status', 'state', status.readsOnly, {
        ...byService,
        changedBy: ['capture', 'close', 'refund', 'expiry'],
        formRow: status.succeeds,
      }),
      field('expires', 'civil-time', status.kept, { ...byService, formRow: status.expiresForm }),
      field('amount', 'number', status.kept, { changedBy: ['update'], formRow: status.amountNumber }),
      field('order_ref', 'text', status.kept, {
        shown: 'if-set',
        changedBy: ['update'],
        formRow: status.orderRef,
      }),
    ],
  },
  {
    record: 'legacy-result',
    at: [],
    read: 'status',
    alsoIn: ['update', 'close', 'capture'],
    readChangesNothing: status.readsOnly,
    fields: [
      field('payment_id', 'id', common.paymentIdEchoed, {
        ...byService,
        onRead: common.paymentIdEchoed,
        missingRow: status.fields,
        nullRow: common.paymentIdEchoed,
      }),
      field('test', 'flag', common.testFlag, {
        ...byService,
        onRead: common.testFlag,
        missingRow: status.fields,
        nullRow: common.testFlag,
      }),
    ],
  },
  {
    record: 'legacy-event',
    at: [],
    read: 'events',
    alsoIn: [],
    readChangesNothing: eventRules.paymentId,
    fields: [
      field('payment_id', 'id', eventRules.paymentId, byService),
      field('capture_id', 'id', eventRules.captureId, {
        ...byService,
        shown: 'if-set',
        onRead: eventRules.captureId,
      }),
      field('order_ref', 'text', eventRules.orderRef, { shown: 'if-set', onRead: eventRules.orderRef }),
    ],
  },
]);

/** The table of both documents: record × field × who may change it. The checks of the models and the faults of the reference come from it. */
export const allFields: readonly RecordFields[] = [...paymentFields, ...tokenFields, ...legacyFields];

/** Forms of fields that depend on a clock, or on what others ask for. */
const uncertain: ReadonlySet<Form> = new Set<Form>(['instant', 'civil-time', 'state', 'integer']);

/** The fields that depend on neither, as checks name them: `captures.amount`. */
export const certainFields: ReadonlySet<string> = new Set(
  allFields.flatMap(({ at, fields }) =>
    fields.flatMap(({ name, form }) =>
      uncertain.has(form) ? [] : [[...at.filter((part) => part !== '*'), name].join('.')],
    ),
  ),
);
