import type { Metadata } from '../../resource/records.ts';
import { type Fault, fault } from '../fault.ts';
import { created, itemsKept, keepingDescription, refundKept } from './payments/patches.ts';

const inPairs = (change: (text: string) => string) => (pairs: Metadata) =>
  Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, change(text)]));

/** Faults in which a text does not come back as it was sent, one for each thing that careless code does to texts. */
export const textFaults: readonly Fault[] = [
  fault('resource-description-made-compatible', 'resource.payment.description', {
    summary: 'A description is kept in the normal form NFKC.',
    resource: keepingDescription((text) => text.normalize('NFKC')),
  }),
  fault('resource-description-trimmed', 'resource.payment.description', {
    summary: 'A description is kept without the blanks at its ends.',
    resource: keepingDescription((text) => text.trim()),
  }),
  fault('resource-metadata-composed', 'resource.payment.metadata', {
    summary: 'The metadata of a new payment are kept in the normal form NFC.',
    resource: created(({ metadata }) => ({ metadata: inPairs((text) => text.normalize('NFC'))(metadata) })),
  }),
  fault('resource-item-title-escaped', 'resource.item.title', {
    summary: 'The title of an item is kept as it is escaped for HTML.',
    resource: itemsKept((items) =>
      items.map((item) => ({ ...item, title: item.title?.replaceAll('&', '&amp;').replaceAll('<', '&lt;') })),
    ),
  }),
  fault('resource-item-description-in-lower-case', 'resource.item.description', {
    summary: 'The description of an item is kept in lower case.',
    resource: itemsKept((items) =>
      items.map((item) => ({ ...item, description: item.description?.toLowerCase() })),
    ),
  }),
  fault('resource-refund-reason-with-single-blanks', 'resource.refunds.reason', {
    summary: 'The reason of a refund is kept with one blank for several.',
    resource: refundKept(({ reason }) => ({ reason: reason.replaceAll(/ +/g, ' ') })),
  }),
  fault('resource-address-line-decomposed', 'resource.address.parts', {
    summary: 'The first line of an address is kept in the normal form NFD.',
    resource: created(({ shippingAddress }) => ({
      shippingAddress: { ...shippingAddress, line1: shippingAddress.line1?.normalize('NFD') },
    })),
  }),
];
