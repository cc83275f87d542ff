import { z } from 'zod';
import { requirements, needing } from '../requirement.ts';
import { checksumField } from './checksum.ts';
import { updatedOrderRequest } from './tables.ts';

const section = 'Endpoints › Update';
const states = 'States and transitions';

/** Statements about Update, which overwrites the order of an open payment. */
export const update = requirements(
  'legacy',
  'update',
  needing(['legacy.payment'], {
    succeeds: {
      id: 'legacy.update.succeeds',
      section,
      text: 'An update of an open payment that follows the rules answers update_success.',
    },
    successReply: {
      id: 'legacy.update.success-reply',
      section,
      text: 'A success carries payment_id, status and test.',
    },
    overwrites: {
      id: 'legacy.update.overwrites',
      section,
      text: 'The whole order is overwritten: captures afterwards refer to the lines, tax and shipping of the last update.',
    },
    staysOpen: {
      id: 'legacy.update.stays-open',
      section: states,
      text: 'A payment stays open when it is updated.',
    },
    keepsExpiry: {
      id: 'legacy.update.keeps-expiry',
      section: states,
      text: 'An update does not move the expiry.',
    },
    closedRefuses: {
      id: 'legacy.update.closed-refuses',
      section: states,
      text: 'A closed payment cannot be updated: update_fail.',
    },
    closedReason: {
      id: 'legacy.update.closed-reason',
      section: 'Errors',
      text: 'The update of a closed payment fails for the reason closed.',
    },
    failReply: {
      id: 'legacy.update.fail-reply',
      section,
      text: 'A failure carries payment_id, status, test, reason and message.',
    },
    newLines: {
      id: 'legacy.update.new-lines',
      section,
      // It says how merchants add charges; that a target adds each of them, whatever a consumer is good for, it does not say.
      level: 'may',
      text: 'After a partial capture extra charges are added as new lines, with the total raised to match.',
      unseenWhere: {
        latitude: 'legacy.update.raise-after-capture',
        choice: 'refused',
        because: 'the target refuses a raised total after a partial capture',
      },
    },
    linesUnedited: {
      id: 'legacy.update.lines-unedited',
      section,
      text: 'After a partial capture the lines that the order has are not edited.',
      untestable: 'it binds the caller; what a server does with an edit is not shown',
    },
    orderRefOnly: {
      id: 'legacy.update.order-ref-only',
      section,
      text: 'An update whose order holds nothing but order_ref sets a new order_ref.',
      // A given payment mostly has an order_ref already.
      needs: ['persona.approve'],
    },
    orderRefOnlyKeepsOrder: {
      id: 'legacy.update.order-ref-only-keeps-order',
      section,
      text: 'An order_ref-only update leaves the rest of the order as it was.',
      // A given payment mostly has an order_ref already.
      needs: ['persona.approve'],
    },
    sameOrderRef: {
      id: 'legacy.update.same-order-ref',
      section,
      text: 'An update that sends the order_ref of the authorization again leaves it as it was.',
    },
    optionalFields: {
      id: 'legacy.update.optional-fields',
      section,
      text: "A line's id, tax and shipping may be left out of an update.",
    },
    requiredFields: {
      id: 'legacy.update.required-fields',
      section,
      text: 'An update without a required field that its execution needs changes nothing.',
    },
  }),
);

export const updateRequest = z.object({
  payment_id: z.string(),
  order: updatedOrderRequest,
  checksum: checksumField,
});

/** The only body with a part of the order alone (legacy, Endpoints, Update, rule 2). */
export const orderRefRequest = z.object({
  payment_id: z.string(),
  order: z.strictObject({ order_ref: z.string() }),
  checksum: checksumField,
});
