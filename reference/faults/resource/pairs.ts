import type { Metadata } from '../../resource/records.ts';
import { type Fault, fault } from '../fault.ts';
import { type Pair, pairsOf } from './patches.ts';
import { created, refundKept, updated } from './payments/patches.ts';

const withPairs = (change: (pair: Pair) => readonly Pair[]) => (of: { readonly metadata: Metadata }) => ({
  metadata: pairsOf(of.metadata, change),
});
const asNumber = (value: string): string =>
  (value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value) as string;

/** Faults of pairs as such. */
export const pairFaults: readonly Fault[] = [
  fault('resource-values-shown-as-numbers', 'resource.payment.metadata', {
    summary: 'A value of metadata that looks like a number is kept as one.',
    resource: created(withPairs(([key, value]) => [[key, asNumber(value)]])),
  }),
  fault('resource-refund-values-shown-as-numbers', 'resource.refunds.metadata', {
    summary: 'A value of the metadata of a refund that looks like a number is kept as one.',
    resource: refundKept(withPairs(([key, value]) => [[key, asNumber(value)]])),
  }),
  fault('resource-values-shown-as-flags', 'resource.update.metadata-replaced', {
    summary: 'A value `true` of the metadata of an update is kept as a boolean.',
    resource: updated(withPairs(([key, value]) => [[key, (value === 'true' ? true : value) as string]])),
  }),
  fault('resource-empty-values-null', 'resource.payment.metadata', {
    summary: 'An empty value of metadata is kept as null.',
    resource: created(withPairs(([key, value]) => [[key, (value === '' ? null : value) as string]])),
  }),
  fault('resource-empty-values-dropped', 'resource.update.metadata-replaced', {
    summary: 'A pair of an update with an empty value is dropped.',
    resource: updated(withPairs((pair) => (pair[1] === '' ? [] : [pair]))),
  }),
  fault('resource-key-proto-lost', 'resource.payment.metadata', {
    summary: 'A pair of a new payment that is named __proto__ is lost.',
    resource: created(withPairs((pair) => (pair[0] === '__proto__' ? [] : [pair]))),
  }),
  fault('resource-refund-key-proto-lost', 'resource.refunds.metadata', {
    summary: 'A pair of a refund that is named __proto__ is lost.',
    resource: refundKept(withPairs((pair) => (pair[0] === '__proto__' ? [] : [pair]))),
  }),
  fault('resource-key-constructor-lost', 'resource.update.metadata-replaced', {
    summary: 'A pair of an update that is named constructor is lost.',
    resource: updated(withPairs((pair) => (pair[0] === 'constructor' ? [] : [pair]))),
  }),
  fault('resource-dotted-keys-nested', 'resource.payment.metadata', {
    summary: 'Of keys with dots only the part before the first dot is kept.',
    resource: created(withPairs(([key, value]) => [[key.replace(/\..*$/s, ''), value]])),
  }),
  fault('resource-bracketed-keys-lost', 'resource.update.metadata-replaced', {
    summary: 'Pairs of an update whose keys have brackets are lost.',
    resource: updated(withPairs((pair) => (/[[\]]/.test(pair[0]) ? [] : [pair]))),
  }),
  fault('resource-empty-key-lost', 'resource.payment.metadata', {
    summary: 'A pair with an empty key is lost.',
    resource: created(withPairs((pair) => (pair[0] === '' ? [] : [pair]))),
  }),
];
