import { requirements } from '../requirement.ts';

const FIELDS = 'Resources and their fields';
const ITEM = `${FIELDS} › Item`;
const CAPTURE = `${FIELDS} › Capture`;
const REFUND = `${FIELDS} › Refund`;
const needs = ['payments'] as const;

const unseenWhere = {
  latitude: 'resource.capture.amount',
  choice: 'part',
  because: 'the captures of the target take a part, and of what is not shown',
};

/** Rows about the records that a payment holds: items, captures and refunds. */
export const recordRules = requirements('resource', 'payment', {
  itemId: {
    id: 'resource.item.id',
    section: ITEM,
    text: 'An item keeps the id that was sent.',
    needs: ['tokens'],
  },
  itemTitle: {
    id: 'resource.item.title',
    section: ITEM,
    text: 'An item keeps the title that was sent.',
    needs: ['tokens'],
  },
  itemDescription: {
    id: 'resource.item.description',
    section: ITEM,
    text: 'An item keeps the description that was sent.',
    needs: ['tokens'],
  },
  itemUnitPrice: {
    id: 'resource.item.unit-price',
    section: ITEM,
    text: 'An item keeps its unit price, a number, negative for a discount.',
    needs,
  },
  itemQuantity: {
    id: 'resource.item.quantity',
    section: ITEM,
    text: 'An item keeps its quantity, an integer.',
    needs,
  },
  itemLabels: {
    id: 'resource.item.shown-label',
    section: ITEM,
    text: 'Without a title the description is shown to the consumer; without both, a placeholder label.',
    untestable: 'It concerns the consumer app, which no operation returns.',
  },
  captureId: {
    id: 'resource.captures.id',
    section: CAPTURE,
    text: 'The id of a capture is a string that starts with `cap_`, unique and unchanging.',
    needs,
  },
  captureCreatedAt: {
    id: 'resource.captures.created-at',
    section: CAPTURE,
    text: '`created_at` of a capture is an ISO 8601 instant in UTC.',
    needs,
  },
  captureAmount: {
    id: 'resource.captures.amount',
    section: CAPTURE,
    text: '`amount` of a capture is a number, the amount captured.',
    needs,
  },
  captureTax: {
    id: 'resource.captures.tax',
    section: CAPTURE,
    text: '`tax` and shipping of a capture, where it shows them, are numbers.',
    needs,
    unseenWhere,
  },
  captureItems: {
    id: 'resource.captures.items',
    section: CAPTURE,
    text: '`items` of a capture, where it shows any, is an array of item objects.',
    needs,
    unseenWhere,
  },
  captureOfOrder: {
    id: 'resource.captures.of-order',
    section: CAPTURE,
    text: 'A capture of the full amount shows no other tax, shipping or items than those of the order.',
    needs: ['tokens'],
    unseenWhere,
  },
  captureWhole: {
    id: 'resource.captures.whole-order',
    section: CAPTURE,
    text: 'A capture of the full amount, which is the sum of the order, has the tax, the shipping and the items of the order.',
    needs: ['tokens'],
    unseenWhere,
  },
  captureParts: {
    id: 'resource.captures.parts-kept',
    section: CAPTURE,
    text: 'The tax, shipping and items that a capture has shown do not change: later answers show the same.',
    needs: ['tokens'],
    unseenWhere,
  },
  captureMetadata: {
    id: 'resource.captures.metadata',
    section: CAPTURE,
    text: '`metadata` of a capture holds the pairs sent with it.',
    needs,
  },
  refundId: {
    id: 'resource.refunds.id',
    section: REFUND,
    text: 'The id of a refund is a string that starts with `ref_`, unique and unchanging.',
    needs,
  },
  refundCreatedAt: {
    id: 'resource.refunds.created-at',
    section: REFUND,
    text: '`created_at` of a refund is an ISO 8601 instant in UTC.',
    needs,
  },
  refundCaptureId: {
    id: 'resource.refunds.capture-id',
    section: REFUND,
    text: '`capture_id` of a refund names the capture that was refunded, and starts with `cap_`.',
    needs,
  },
  refundAmount: {
    id: 'resource.refunds.amount',
    section: REFUND,
    text: '`amount` of a refund is a number, the amount refunded.',
    needs,
  },
  refundReason: {
    id: 'resource.refunds.reason',
    section: REFUND,
    text: '`reason` of a refund is the text sent with it.',
    needs,
    unseenWhere: {
      latitude: 'resource.refund.reason-values',
      choice: 'refused',
      because: 'the target refuses the reasons that were sent',
    },
  },
  refundMetadata: {
    id: 'resource.refunds.metadata',
    section: REFUND,
    text: '`metadata` of a refund holds the pairs sent with it.',
    needs,
  },
});
